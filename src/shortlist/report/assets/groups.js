/* Which rule decides whom: rows of all tables by group, the rules that decide them, and the share that is wrong. */
function groupsSection() {
  if (!D.groups.length) return "";
  const options = D.groups.map((group, g) => `<option value="${g}">${esc(clipped(group.column))}</option>`);
  const whose = capital(D.tables.map((table) => rowsOf(table)).join(" and "));
  return `<section id="groups" aria-labelledby="h-groups"><h2 id="h-groups">Which rule decides whom</h2><p class="how"><label for="group">${whose}${D.tables.length > 1 ? " together" : ""}, by</label> <select id="group">${options.join("")}</select></p><div class="scroll" id="group-table" tabindex="0" role="region" aria-label="Rows by group"></div></section>`;
}
const MOST_GROUP_CLASSES = 5;

function drawGroups(g) {
  if (!D.groups.length) return;
  const group = D.groups[g], byRule = D.kind === "list", classes = D.classes.map((_, k) => k).slice(0, MOST_GROUP_CLASSES);
  const what = (i) => (byRule ? ruleName(i) : D.classes[i]), owner = (i) => (byRule ? D.rules[i].class : i);
  const first = (i) => !byRule || D.rules.findIndex((rule) => rule.class === owner(i)) === i;
  const lines = group.groups.map((value, v) => {
    const confusion = group.confusion[v], rows = total(confusion.map(total)), right = total(D.classes.map((_, k) => confusion[k][k])), wrong = rows - right;
    const bars = group.decided[v].map((n, i) => (n ? `<span style="width:${(100 * n) / rows}%;background:${colour(owner(i))};opacity:${first(i) ? 1 : 0.62};color:var(--o${COLOUR[owner(i)]})">${n / rows > 0.12 ? `${byRule ? (isDefault(i) ? "default" : i + 1) : said(D.classes[i])} · ${amount(n)}` : ""}</span>` : ""));
    const label = group.decided[v].map((n, i) => (n ? `${what(i)} ${amount(n)}` : "")).filter(Boolean).join(", ");
    const cells = classes.map((k) => `<td class="num">${amount(total(confusion.map((row) => row[k])))} / ${amount(total(confusion[k]))}</td>`);
    return `<tr><th scope="row" class="gname">${said(value)}</th><td class="num">${amount(rows)}</td><td><span class="sb tall" role="img" aria-label="${esc(label)}">${bars.join("")}</span></td>${cells.join("")}<td class="num"><b>${percent(rows ? wrong / rows : 0)}</b> <span class="mut sm">${interval(wrong, rows, D.tables[0].effective)}</span></td></tr>`;
  });
  const more = D.classes.length > MOST_GROUP_CLASSES ? `<p class="sm mut">Of ${D.classes.length} classes the first ${MOST_GROUP_CLASSES} are shown.</p>` : "";
  $("#group-table").innerHTML = `<table class="t"><caption class="vh">Rows by ${esc(clipped(group.column))}</caption><thead><tr><th scope="col">${name(group.column)}</th><th scope="col" class="num">rows</th><th scope="col" style="width:34%">${byRule ? "decided by rule" : "class given"}</th>${classes.map((k) => `<th scope="col" class="num">${classTag(k)}<br>decided / in fact</th>`).join("")}<th scope="col" class="num">wrong, 95 % interval</th></tr></thead><tbody>${lines.join("")}</tbody></table>${more}`;
}
