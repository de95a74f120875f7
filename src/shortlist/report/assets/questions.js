/* The questionnaire: one question for a column, asked only while the answer is open. "Not sure" is not "missing". */
let ANSWERS = { cells: {}, order: [] };

const domainsNow = () => Object.fromEntries(ASKED.map((c) => {
  const cell = ANSWERS.cells[c];
  return [c, cell === undefined || cell === null ? presentCells(c) : [cell]];
}));
/* The first column that a rule still depends on and that was not asked yet. */
function nextColumn(domains) {
  for (const list of LISTS)
    for (const r of list) {
      const state = undecidedTest(r, domains);
      if (state === "yes") break;
      if (state === "no") continue;
      const open = TESTS[r].find(([c, passes]) => !(c in ANSWERS.cells) && domains[c].some((i) => passes[i]) && !domains[c].every((i) => passes[i]));
      if (open) return open[0];
    }
  return null;
}
function drawQuiz() {
  const domains = domainsNow(), work = { steps: 0 }, found = outcomes(domains, work), labels = [...new Set(found.map((outcome) => outcome.label))];
  const settled = !work.over && labels.length === 1, next = settled ? null : nextColumn(domains), element = $("#quiz");
  const trail = ANSWERS.order.length
    ? `<ol class="trail">${ANSWERS.order.map((c) => `<li><span>${name(D.columns[c].name)}</span><b>${ANSWERS.cells[c] === null ? "not sure" : said(cellsText(c, [ANSWERS.cells[c]]))}</b></li>`).join("")}</ol><p><button type="button" id="back">Back</button> <button type="button" id="again">Start again</button></p>`
    : "";
  element.innerHTML = (next === null ? outcome(found, labels, settled) : question(next)) + trail;
  $$("[data-answer]", element).forEach((button) => (button.onclick = () => {
    ANSWERS.cells[next] = button.dataset.answer === "unsure" ? null : +button.dataset.answer;
    ANSWERS.order.push(next);
    drawQuiz();
    ($(".ask", element) || $(".big", element)).focus();
  }));
  if ($("#back")) {
    $("#back").onclick = () => { delete ANSWERS.cells[ANSWERS.order.pop()]; drawQuiz(); };
    $("#again").onclick = () => { ANSWERS = { cells: {}, order: [] }; drawQuiz(); };
  }
  $("#left").innerHTML = rulesHtml(residual(domains));
}
function question(c) {
  const column = D.columns[c];
  const ask = column.question ? said(column.question) : `${isOrdered(c) ? "What is" : "Which"} ${name(column.name)}?`;
  const buttons = presentCells(c).map((i) => `<button type="button" data-answer="${i}">${said(cellsText(c, [i]))}</button>`);
  return `<p class="sm mut count">Question ${ANSWERS.order.length + 1}; at most ${ASKED.length} are asked</p><p class="ask" tabindex="-1">${ask}</p><div class="btns">${buttons.join("")}<button type="button" class="unsure" data-answer="unsure">Not sure</button></div>`;
}
function outcome(found, labels, settled) {
  const unsure = ANSWERS.order.filter((c) => ANSWERS.cells[c] === null), names = unsure.map((c) => name(D.columns[c].name)).join(" and ");
  if (settled) {
    const fired = [...new Set(found.flatMap((each) => each.fired).filter((r) => r >= 0))];
    const record = D.tables.map((table) => `${amount(total(fired.map((r) => table.rules[r][labels[0]])))} of ${amount(total(fired.map((r) => total(table.rules[r]))))} ${table.name} rows`).join(" and ");
    return `<p class="big" tabindex="-1">${classTag(labels[0])}</p><p class="mut after">${unsure.length ? `Whatever ${names} is. ` : ""}Asked ${ANSWERS.order.length} of ${D.columns.length} columns. ${fired.length ? `${fired.length === 1 ? capital(theRule(fired[0])) : "These rules"}: right for ${record}.` : ""}</p>`;
  }
  const empty = decide((c) => (unsure.includes(c) || !(c in ANSWERS.cells) ? null : CELLS[c][ANSWERS.cells[c]].entry));
  return `<p class="big" tabindex="-1">Still open: ${labels.map((k) => classTag(k)).join(" or ")}</p><p class="mut after">It depends on ${names || "what was not asked"}, as the rest of the rules shows. If ${unsure.length > 1 ? "these entries are" : "this entry is"} empty in a table, the answer is ${classTag(empty.label)}.</p>`;
}
/* The rules with what is known taken out: a condition that holds is dropped, one that fails takes its rule along. */
function residual(domains) {
  const left = [];
  for (const list of LISTS)
    for (const r of list) {
      const state = undecidedTest(r, domains);
      if (state === "no") continue;
      const open = D.rules[r].if.filter((literal) => domains[literal.column].some((i) => !holds(literal, CELLS[literal.column][i].entry)));
      left.push({ ...D.rules[r], if: state === "yes" ? [] : open });
      if (state === "yes") break;
    }
  return left;
}
/* Rules as text, for the side of a figure; only the first of very many. */
const MOST_RULES = 30;
function rulesHtml(rules) {
  const line = (rule, i) => {
    const first = !i || rules[i - 1].list !== rule.list || D.kind === "set";
    const word = rule.if.length ? (first ? "if" : "else if") : first ? "always" : "else";
    const conditions = rule.if.map((literal) => `${name(D.columns[literal.column].name)} ${said(literal.short)}`).join(' <span class="kw">and</span> ');
    return `<div><span class="kw">${word}</span> ${conditions} <span class="nb">${rule.if.length ? "→ " : ""}${classTag(rule.class)}</span></div>`;
  };
  const more = rules.length > MOST_RULES ? `<div class="mut">and ${rules.length - MOST_RULES} more</div>` : "";
  return rules.slice(0, MOST_RULES).map(line).join("") + more;
}
