/* The head: what it is of, the model as one sentence, and four figures. */
const TEST = D.tables[1] ?? null;
const LONGEST_SENTENCE = 5;

const literalWords = (literal) => `<b>${name(D.columns[literal.column].name)}</b> ${said(literal.words)}`;

function sentence() {
  if (D.rules.length > LONGEST_SENTENCE) return summary();
  return LISTS.map((list) => capital(list.map((r, i) => {
    const rule = D.rules[r], then = `<b>${said(D.classes[rule.class])}</b>`;
    if (!rule.if.length) return i ? `otherwise ${then}` : `always ${then}`;
    return `${i ? "otherwise if" : "if"} ${rule.if.map(literalWords).join(" and ")}, then ${then}`;
  }).join("; ")) + ".").join(" ");
}
/* Of a long model: how few of its rules decide how much. */
function summary() {
  const rows = D.tables[0].rules.map(total), all = total(D.tables[0].confusion.map(total));
  const order = rows.map((n, r) => [n, r]).sort((a, b) => b[0] - a[0] || a[1] - b[1]).slice(0, 3);
  const names = order.map(([, r]) => ruleName(r));
  return `${capital(names.slice(0, -1).join(", "))} and ${names[names.length - 1]} answer ${percent(total(order.map(([n]) => n)) / all, 0)} of the ${rowsOf(D.tables[0])}; the other ${D.rules.length - 3} the rest.`;
}

function rightOf(table) {
  const rows = total(table.confusion.map(total));
  return [total(table.confusion.map((row, k) => (k < N_CLASSES ? row[k] : 0))), rows];
}

function head() {
  const literals = D.size - D.rules.length, figures = [];
  for (const table of [...D.tables].reverse()) {
    const [right, rows] = rightOf(table);
    figures.push([`Right on ${rowsOf(table)}`, percent(right / rows), `${amount(right)} of ${amount(rows)}; 95 % interval ${interval(right, rows, table.effective)}`]);
  }
  figures.push(["Size", `${amount(D.size)} node${D.size === 1 ? "" : "s"}`, `${plural(literals, "condition")}, ${plural(D.rules.length, D.kind === "list" ? "line" : "rule")}; ${ASKED.length} of ${D.columns.length} columns`]);
  const [mark, under] = D.proof ? D.proof.brief : ["–", "nothing is claimed of this model"];
  figures.push(["Proof", `<span class="${D.proof && D.proof.proved ? "ok" : "warn"}">${esc(mark)}</span>`, esc(under)]);
  return `<header><p class="kick">${said(D.origin)}</p><h1>${name(D.headline)}</h1><p class="lead">${sentence()}</p>
<dl class="facts" style="--n:${figures.length}">${figures.map(([term, figure, line]) => `<div><dt>${term}</dt><dd class="n">${figure}</dd><dd class="s">${line}</dd></div>`).join("")}</dl></header>`;
}
