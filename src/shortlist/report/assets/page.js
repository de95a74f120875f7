/* Put the parts together, and keep them drawn. */
const SECTIONS = [["list", D.kind === "list" ? "The list" : "The rules"], ["proof", "What is proved"], ["try", "Try a case"], ["errors", "Errors"], ["front", "Trade-off"], ["groups", "Groups"], ["data-foot", "Data"]];

function foot() {
  const stored = D.rows ? D.rows.tables.map((table, t) => `${table.complete ? "all" : plural(table.numbers.length, "row") + " of"} ${amount(table.of)} ${D.tables[t].name} rows`).join(", ") : "";
  const inside = D.rows ? `Inside it: ${stored}; share it as you would share the table.` : "No row is inside it, only counts.";
  const lines = [...D.foot, ["Made by", `shortlist ${D.version}. One file, no network. ${inside}`]];
  $("#data-foot").innerHTML = `<div><dl>${lines.map(([term, text]) => `<dt>${esc(term)}</dt><dd>${said(text)}</dd>`).join("")}</dl></div>`;
}
function selectTab(i) {
  $$("[role=tab]").forEach((tab, t) => {
    tab.setAttribute("aria-selected", t === i);
    tab.tabIndex = t === i ? 0 : -1;
    $(`#panel-${t}`).hidden = t !== i;
  });
}
function wireTabs() {
  $$("[role=tab]").forEach((tab, i) => {
    tab.onclick = () => selectTab(i);
    tab.onkeydown = (event) => {
      if (!/^Arrow(Left|Right)$/.test(event.key)) return;
      selectTab(1 - i);
      $(`#tab-${1 - i}`).focus();
    };
  });
}
function drawCharts() {
  drawRuler();
  drawFront();
  drawTrace();
}
function wireTheme() {
  const themes = ["auto", "light", "dark"], root = document.documentElement, button = $("#theme");
  let now = 0;
  button.onclick = () => {
    now = (now + 1) % themes.length;
    if (now) root.dataset.theme = themes[now];
    else delete root.dataset.theme;
    button.textContent = `Theme: ${themes[now]}`;
  };
}

$("#app").innerHTML = head() + matrix() + proofSection() + caseSection() + errorsSection() + frontSection() + groupsSection();
foot();
$("#nav").innerHTML = SECTIONS.filter(([id]) => document.getElementById(id)).map(([id, text]) => `<a href="#${id}">${text}</a>`).join("");
wireTheme();
wireTabs();
wireLines();
drawWrong();
drawQuiz();
drawGroups(0);
if (D.groups.length) $("#group").onchange = (event) => drawGroups(+event.target.value);
/* Open with a test row that is decided wrongly: the most instructive one. */
pickRow(ROWS.length ? Math.max(0, ROW_ORDER.find((i) => ROWS[i].wrong) ?? ROW_ORDER[0]) : -1);
markRules([]);
drawCharts();
let pending;
addEventListener("resize", () => { clearTimeout(pending); pending = setTimeout(drawCharts, 120); });
addEventListener("beforeprint", () => { printing = true; drawCharts(); });
addEventListener("afterprint", () => { printing = false; drawCharts(); });
