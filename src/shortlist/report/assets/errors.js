/* Where it fails: confusion tables, test rows first, and the rows that are decided wrongly. */
const MOST_CONFUSED = 8;
const WRONG = { rule: "", most: 8 };

function errorsSection() {
  const table = D.tables[D.tables.length - 1], [right, rows] = rightOf(table);
  return `<section id="errors" aria-labelledby="h-errors"><h2 id="h-errors">${amount(rows - right)} of ${amount(rows)} ${rowsOf(table, rows)} ${rows - right === 1 ? "is" : "are"} decided wrongly</h2><p class="how">Each row of a table is what a row is in fact; each column what ${D.kind === "list" ? "the list says" : "the rules say"}.</p>
<div class="${D.tables.length > 1 ? "g2" : "g1"}">${[...D.tables].reverse().map(confusion).join("")}</div><div id="wrong" class="noprint"></div></section>`;
}
const foundCell = (right, rows, table) => `<td class="num rc">${rows ? percent(right / rows) : "–"} <span class="mut sm">${rows ? interval(right, rows, table.effective) : ""}</span></td>`;

function confusion(table) {
  const [right, rows] = rightOf(table), title = `${capital(rowsOf(table))}: ${amount(rows - right)} of ${amount(rows)} wrong`;
  if (N_CLASSES > MOST_CONFUSED) return mistaken(table, title);
  const heads = D.classes.map((_, k) => `<th scope="col" class="num">${classTag(k)}</th>`);
  const lines = table.confusion.map((row, k) => {
    const cells = row.map((n, p) => `<td class="num ${p === k ? "d" : n ? "e" : "z"}">${amount(n)}</td>`);
    return `<tr><th scope="row">${classTag(k, table)}${k >= N_CLASSES ? ' <span class="sm">never seen</span>' : ""}</th>${cells.join("")}${foundCell(row[k < N_CLASSES ? k : -1] ?? 0, total(row), table)}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="t cm"><caption>${title}</caption><thead><tr><th scope="col">in fact ↓ &nbsp;decided →</th>${heads.join("")}<th scope="col" class="num">found <span class="cols2">95 % interval</span></th></tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}
/* Of many classes: how many rows of each are found, and what the others are taken for. */
function mistaken(table, title) {
  const lines = table.confusion.map((row, k) => {
    const taken = row.map((n, p) => [n, p]).filter(([n, p]) => n && p !== k).sort((a, b) => b[0] - a[0]).slice(0, 3);
    const words = taken.map(([n, p]) => `${said(D.classes[p])} ${amount(n)}`).join(", ");
    return `<tr><th scope="row">${classTag(k, table)}</th><td class="num">${amount(total(row))}</td>${foundCell(k < N_CLASSES ? row[k] : 0, total(row), table)}<td>${words}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="t"><caption>${title}</caption><thead><tr><th scope="col">in fact</th><th scope="col" class="num">rows</th><th scope="col" class="num">found, 95 % interval</th><th scope="col">mostly taken for</th></tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
}

function drawWrong() {
  const element = $("#wrong");
  if (!ROWS.length) return;
  const all = ROW_ORDER.filter((i) => ROWS[i].wrong), rules = [...new Set(all.flatMap((i) => ROWS[i].found.fired))].filter((r) => r >= 0).sort((a, b) => a - b);
  const mine = WRONG.rule === "" ? all : all.filter((i) => ROWS[i].found.fired.includes(+WRONG.rule));
  const partial = D.rows.tables.some((table) => !table.complete) ? " that are in the page" : "";
  if (!all.length) { element.innerHTML = `<p class="mut">No row${partial} is decided wrongly.</p>`; return; }
  const columns = ASKED.slice(0, 6), lines = mine.slice(0, WRONG.most).map((i) => {
    const row = ROWS[i], like = row.alike > 1 ? ` <span class="mut">× ${row.alike}</span>` : "", heard = row.found.fired.filter((r) => r >= 0);
    const by = heard.length ? heard.map((r) => `<a href="#rule-${r + 1}">${ruleName(r)}</a>`).join(", ") : "no rule";
    return `<tr><td class="nb" data-label="row">${rowName(row)}${like}</td>${columns.map((c) => `<td data-label="${esc(clipped(D.columns[c].name))}">${said(shown(c, row.entries[c]))}</td>`).join("")}<td data-label="in fact">${classTag(row.label, D.tables[row.table])}</td><td data-label="decided">${classTag(row.found.label)}${row.found.decided ? "" : ' <span class="sm mut">open</span>'}</td><td data-label="by">${by}</td><td><button type="button" class="lnk" data-row="${i}">walk through<span class="vh"> row ${row.number}</span></button></td></tr>`;
  });
  const filter = rules.length > 1 ? `<label for="by-rule" class="sm mut">decided by</label> <select id="by-rule"><option value="">any rule</option>${rules.map((r) => `<option value="${r}"${String(r) === WRONG.rule ? " selected" : ""}>${ruleName(r)}</option>`).join("")}</select>` : "";
  const more = mine.length > WRONG.most ? `<p><button type="button" id="more">Show more</button></p>` : "";
  element.innerHTML = `<h3 class="gap">Wrong rows${partial}: ${lines.length < mine.length ? `the first ${lines.length} of ${mine.length}` : `all ${mine.length}`}${ROWS.some((row) => row.alike > 1) ? ", equal ones once" : ""} ${filter}</h3><div class="scroll" tabindex="0" role="region" aria-label="Wrong rows"><table class="t rows"><thead><tr><th scope="col">row</th>${columns.map((c) => `<th scope="col">${name(D.columns[c].name)}</th>`).join("")}<th scope="col">in fact</th><th scope="col">decided</th><th scope="col">by</th><th scope="col"><span class="vh">walk</span></th></tr></thead><tbody>${lines.join("")}</tbody></table></div>${more}`;
  if ($("#by-rule")) $("#by-rule").onchange = (event) => { WRONG.rule = event.target.value; WRONG.most = 8; drawWrong(); $("#by-rule").focus(); };
  if ($("#more")) $("#more").onclick = () => { WRONG.most += 24; drawWrong(); };
  $$("[data-row]", element).forEach((button) => (button.onclick = () => {
    selectTab(0);
    pickRow(+button.dataset.row);
    $("#try").scrollIntoView();
    $("#row").focus({ preventScroll: true });
  }));
}
