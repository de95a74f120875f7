/* Try a case: enter one or pick a row, walk through the rules, see why, and what would change it. */
const CASE = { entries: {}, row: -1 };

const caseSection = () => `<section id="try" aria-labelledby="h-try"><h2 id="h-try">Try a case</h2><p class="how">Everything is worked out in this page; nothing you enter leaves it.</p>
<div class="tabs" role="tablist" aria-label="How to enter a case"><button role="tab" type="button" id="tab-0" aria-selected="true" aria-controls="panel-0">Enter a case${ROWS.length ? " or pick a row" : ""}</button><button role="tab" type="button" id="tab-1" aria-selected="false" aria-controls="panel-1" tabindex="-1">Ask me only what is needed</button></div>
<div id="panel-0" role="tabpanel" aria-labelledby="tab-0"><div class="case"><form id="form"></form><div><p class="vh" role="status" id="status"></p><div id="walk"></div></div></div></div>
<div id="panel-1" role="tabpanel" aria-labelledby="tab-1" hidden><div class="case qz"><div id="quiz" class="q"></div><div><h3>What is left of the rules</h3><div class="lst" id="left" aria-live="polite"></div></div></div></div></section>`;

const rowText = (row) => {
  const more = row.alike > 1 ? ` and ${row.alike - 1} like it` : "";
  return `${rowName(row)}${more}: ${clipped(className(row.label, D.tables[row.table]))}${row.wrong ? " ✗ decided wrongly" : ""}`;
};
/* Test rows first, for they tell more; the wrong ones of a table in their order among the others. */
const ROW_ORDER = ROWS.map((_, i) => i).sort((a, b) => ROWS[b].table - ROWS[a].table || ROWS[a].number - ROWS[b].number);

function field(c) {
  const column = D.columns[c], entry = CASE.entries[c] ?? null, id = `field-${c}`;
  const label = column.question ? said(column.question) : name(column.name);
  if (isOrdered(c)) {
    const hint = `seen ${shown(c, column.low)} to ${shown(c, column.high)}`;
    return `<div class="fld"><label for="${id}">${label}<small>${esc(hint)}</small></label><input id="${id}" data-column="${c}" ${column.kind === "date" ? "" : 'inputmode="decimal"'} autocomplete="off" placeholder="missing" aria-describedby="${id}-fault" value="${entry === null ? "" : esc(shown(c, entry))}"><small class="fault" id="${id}-fault"></small></div>`;
  }
  if (column.values.length > 40 || column.others)
    return `<div class="fld"><label for="${id}">${label}</label><input id="${id}" data-column="${c}" list="${id}-list" autocomplete="off" placeholder="missing" value="${entry === null || entry === OTHER ? "" : esc(entry)}"><datalist id="${id}-list">${column.values.slice(0, 200).map((value) => `<option value="${esc(value)}">`).join("")}</datalist></div>`;
  const options = column.values.map((value, i) => `<option value="${i}"${entry === value ? " selected" : ""}>${esc(clipped(value))}</option>`);
  return `<div class="fld"><label for="${id}">${label}</label><select id="${id}" data-column="${c}" data-listed><option value="">missing</option>${options.join("")}</select></div>`;
}

function drawForm() {
  const never = (D.rows ? D.rows.columns : []).filter((c) => !D.columns[c].asked);
  const picker = ROWS.length
    ? `<div class="rowpick"><label for="row" class="vh">Row</label><button type="button" id="previous" aria-label="Previous row">‹</button><select id="row"><option value="-1">own entries</option>${ROW_ORDER.map((i) => `<option value="${i}"${i === CASE.row ? " selected" : ""}>${esc(rowText(ROWS[i]))}</option>`).join("")}</select><button type="button" id="next" aria-label="Next row">›</button></div>`
    : "";
  const folded = never.length && never.length <= 40 ? `<details><summary>${plural(never.length, "column")} that no rule asks for</summary>${never.map(field).join("")}</details>` : "";
  $("#form").innerHTML = picker + ASKED.map(field).join("") + folded + (ASKED.length ? "" : '<p class="mut">No column is asked for.</p>');
  $("#form").onsubmit = (event) => event.preventDefault();
  if (ROWS.length) {
    const select = $("#row"), step = (by) => {
      select.selectedIndex = Math.min(select.length - 1, Math.max(1, select.selectedIndex + by));
      pickRow(+select.value);
    };
    select.onchange = () => { pickRow(+select.value); $("#row").focus(); };
    $("#previous").onclick = () => { step(-1); $("#previous").focus(); };
    $("#next").onclick = () => { step(1); $("#next").focus(); };
  }
  $$("[data-column]", $("#form")).forEach((control) => (control.oninput = () => enter(control)));
}
/* Take an entry; one that cannot be read is said, and the last verdict stays. */
function enter(control) {
  const c = +control.dataset.column, text = control.value.trim();
  let entry = null;
  if (text !== "") {
    if (D.columns[c].kind === "date") entry = secondsOf(text);
    else if (isOrdered(c)) entry = Number(text.replace(",", "."));
    else entry = "listed" in control.dataset ? D.columns[c].values[+text] : text;
  }
  const bad = Number.isNaN(entry), fault = $(`#field-${c}-fault`);
  control.setAttribute("aria-invalid", bad);
  if (fault) fault.textContent = bad ? `not a ${D.columns[c].kind === "date" ? "date such as 2024-05-31" : "number"}; the decision is of the last entry` : "";
  if (bad) return;
  CASE.entries[c] = entry;
  CASE.row = -1;
  if ($("#row")) $("#row").value = "-1";
  drawWalk();
}
function pickRow(i) {
  CASE.row = i;
  if (i >= 0) CASE.entries = { ...ROWS[i].entries };
  drawForm();
  drawWalk();
}

const chip = (literal, entry) => `<span class="chip ${holds(literal, entry) ? "y" : "n"}">${name(D.columns[literal.column].name)} ${said(literal.short)}</span>`;

function walkLine(r, fired, reached) {
  const rule = D.rules[r], hit = fired.includes(r);
  if (!reached) return `<li class="off"><span class="m">${r + 1}</span><span class="mut">${ruleName(r)}, not reached</span></li>`;
  const chips = rule.if.length ? rule.if.map((literal) => chip(literal, CASE.entries[literal.column] ?? null)).join("") : '<span class="chip">nothing left to ask</span>';
  return `<li class="${hit ? "hit" : ""}"><span class="m" aria-hidden="true">${hit ? "✓" : r + 1}</span>${chips}<span class="sm mut">${hit ? `→ ${said(D.classes[rule.class])}` : "fails" + (D.kind === "set" ? "" : ", read on")}</span></li>`;
}
/* The rules one after the other; of a long list those that fail are folded away. */
function walkLines(found) {
  return LISTS.map((list, l) => {
    const answer = found.fired[l], place = answer < 0 ? list.length : list.indexOf(answer);
    const read = list.slice(0, place + 1).map((r) => walkLine(r, found.fired, true)), rest = list.length - read.length;
    const hidden = read.length > 8 ? read.length - 4 : 0;
    const lines = hidden ? [...read.slice(0, 1), `<li class="off"><span class="m">…</span><details class="inline"><summary>${hidden} more rules that fail</summary><ol class="walk">${read.slice(1, 1 + hidden).join("")}</ol></details></li>`, ...read.slice(1 + hidden)] : read;
    if (rest > 2) lines.push(`<li class="off"><span class="m">…</span><span class="mut">${rest} more rules, not reached</span></li>`);
    else lines.push(...list.slice(place + 1).map((r) => walkLine(r, found.fired, false)));
    return `${D.kind === "hybrid" ? `<h3>List ${l + 1}</h3>` : ""}<ol class="walk">${lines.join("")}</ol>`;
  }).join("");
}

function drawWalk() {
  const get = (c) => CASE.entries[c] ?? null, found = decide(get), k = found.label, heard = found.fired.filter((r) => r >= 0);
  const record = heard.length === 1 ? D.tables.map((table) => `${amount(table.rules[heard[0]][k])} of ${amount(total(table.rules[heard[0]]))} ${table.name} rows`).join(" and ") : "";
  const own = CASE.row >= 0 ? ROWS[CASE.row] : null;
  const fact = own ? ` This row is in fact <b class="${own.wrong ? "wrong" : "right"}">${said(className(own.label, D.tables[own.table]))}${own.wrong ? ", so it is decided wrongly" : ""}</b>.` : "";
  const how = found.decided
    ? `Decided by ${theRules(found.fired)}${record ? `, right for ${record}` : ""}.`
    : `<b class="warn">Not decided:</b> ${heard.length ? "rules of several classes hold" : "no rule holds"}. If a class must be said, it is this one.`;
  $("#walk").innerHTML = `${walkLines(found)}<div class="verdict"><p class="big">${shape(k)} ${name(D.target)}: ${said(D.classes[k])}</p><p class="mut after">${how}${fact}</p>${reasonsHtml(found)}
<div class="two"><div><h3>Why: enough by itself</h3>${whyList(get, k)}</div><div><h3>What would change it</h3>${changeList(get, k)}</div></div></div>`;
  $("#status").textContent = `${D.target}: ${D.classes[k]}, ${found.decided ? `decided by ${theRules(found.fired)}` : "not decided"}`;
  markRules(found.fired);
}
/* At most four reasons in the user's words, chosen and ordered as `shortlist explain --reasons` does. */
function reasonList(found) {
  const read = LISTS.flatMap((list, l) => (found.fired[l] < 0 ? list : list.slice(0, list.indexOf(found.fired[l]) + 1)));
  const fired = read.filter((r) => found.fired.includes(r) && D.rules[r].class === found.label);
  const failed = (r) => D.rules[r].if.filter((literal) => !holds(literal, CASE.entries[literal.column] ?? null));
  const missed = read.filter((r) => !found.fired.includes(r) && D.rules[r].class !== found.label).sort((a, b) => failed(a).length - failed(b).length || a - b);
  const words = fired.flatMap((r) => D.rules[r].if.map((literal) => literal.reasons[0]));
  for (const r of missed)
    for (const literal of failed(r)) {
      const gone = (CASE.entries[literal.column] ?? null) === null && literal.op !== "present";
      words.push(literal.reasons[gone ? 2 : 1]);
    }
  return [...new Set(words)].slice(0, 4);
}
function reasonsHtml(found) {
  if (!D.reasons) return "";
  const words = reasonList(found);
  return `<div class="reasons"><h3>Reasons</h3>${words.length ? `<ol>${words.map((text) => `<li>${said(text)}</li>`).join("")}</ol>` : '<p class="mut plain">No rule gives a reason.</p>'}</div>`;
}
function whyList(get, k) {
  const found = why(CASE.entries, k), rest = ASKED.filter((c) => !found.columns.includes(c));
  const items = found.columns.map((c) => `<li><b>${name(D.columns[c].name)}</b> ${said(shown(c, get(c)))}</li>`);
  const free = rest.length && items.length ? `With ${items.length === 1 ? "this" : "these"}, ${rest.length > 6 ? `the other ${rest.length} columns` : rest.map((c) => name(D.columns[c].name)).join(" and ")} may be anything. ` : "";
  const honest = found.smallest ? "" : "It cannot shrink; whether another set is smaller was too much work to find out.";
  return `<ul>${items.join("") || "<li>The same is said whatever is entered.</li>"}</ul><p class="sm mut after">${free}${honest}</p>`;
}
function changeList(get, k) {
  const found = whatIf(CASE.entries, k);
  const items = found.ways.map(({ label, changes }) => `<li>${changes.map(([c, cells]) => `<b>${name(D.columns[c].name)}</b> ${said(cellsText(c, cells))} <span class="mut">(now ${said(shown(c, get(c)))})</span>`).join(" and ")} <span class="nb">→ ${classTag(label)}</span></li>`);
  const none = found.complete ? "Nothing within three entries." : "None was found within the work that this page allows itself.";
  return `<ul>${items.join("") || `<li>${none}</li>`}</ul>`;
}
