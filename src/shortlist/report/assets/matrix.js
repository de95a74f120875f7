/* The rule matrix: one line a rule, one column a column that is asked for, with the rows that arrive and those that are decided. */
const CHART_WIDTH = 132, CHART_HEIGHT = 46;
const ALIGNED = D.charts !== null, MOST_LINES = 40;

/* The axis of "share right": from the lowest end of any interval, rounded down to 10 %. */
const LOWEST_SHARE = (() => {
  const ends = D.tables.flatMap((table) => table.rules.map((counts, r) => {
    const rows = total(counts);
    return rows ? wilson(counts[D.rules[r].class] * table.effective, rows * table.effective)[0] : 1;
  }));
  return Math.floor(Math.min(...ends, 0.9) * 10) / 10;
})();

function matrix() {
  const wide = ALIGNED && ASKED.length > 3, asked = ALIGNED && ASKED.length ? ASKED : [null];
  const never = D.columns.filter((column) => !column.asked).map((column) => column.name);
  const minimum = ALIGNED ? (wide ? 620 : 756) + ASKED.length * 116 : 860;
  const columns = [76, null, ...asked, null, null, null];
  const widths = columns.map((_, i) => {
    if (i === 0) return `<col style="width:${columns[0]}px">`;
    if (i === 1) return '<col class="k0">';
    return i < 2 + asked.length ? "<col>" : `<col class="k${i - 1 - asked.length}">`;
  });
  const heads = !ASKED.length ? ["<td></td>"] : ALIGNED ? ASKED.map((c) => `<th scope="col" class="f">${name(D.columns[c].name)}</th>`) : ['<th scope="col" class="f">asks for</th>'];
  const rowsHead = D.kind === "set" ? "rows that it holds for" : "rows left";
  return `<section id="list" aria-labelledby="h-list"><h2 id="h-list">${matrixTitle()}</h2><p class="how">${matrixHow(never)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Rule matrix"><table class="mx${wide ? " wide" : ""}${ALIGNED ? "" : " compact"}${TEST ? "" : " solo"}" style="--mw:${minimum}px"><caption class="vh">Rules with conditions, decided class, class mix and share right</caption><colgroup>${widths.join("")}</colgroup>
<thead><tr><th scope="col"><span class="vh">Line</span></th><th scope="col">${rowsHead}</th>${heads.join("")}<th scope="col">decides</th><th scope="col">class mix of the rows decided</th><th scope="col">share right, 95 % Wilson interval<span class="axis"><span>${percent(LOWEST_SHARE, 0)}</span><span>100\u2009%</span></span></th></tr></thead>${LISTS.map(matrixList).join("")}${undecidedBody(asked.length)}</table></div>${D.rules.length > MOST_LINES ? `<p class="noprint"><button type="button" id="all-lines" aria-expanded="false">Show the other ${D.rules.length - MOST_LINES / 2} lines</button></p>` : ""}
<p class="legend">${D.classes.slice(0, 12).map((_, k) => classTag(k)).join("")}<span class="cols2">● ${D.tables[0].name === "other" ? "rows of this table" : "training"}${TEST ? " &nbsp; ○ test" : ""}</span></p></section>`;
}
function matrixTitle() {
  if (D.kind === "set") return "The rules, in no order, one line each";
  return D.kind === "list" ? "The list, one line per rule" + (ALIGNED ? ", one column per question" : "") : "The lists, one line per rule";
}
function matrixHow(never) {
  const read = {
    list: "Read from the top; the first line that holds decides.",
    set: "A case is decided when at least one rule holds and all that hold agree.",
    hybrid: "Each list answers by its first line that holds; a case is decided when all lists that answer agree.",
  }[D.kind];
  const charts = ALIGNED ? ` Small charts show the ${rowsOf(D.tables[0])} that arrive at a line; what the line asks for is in full colour.` : "";
  const more = never.length > 12 ? `, and ${never.length - 12} more` : "";
  return `${read}${charts}${never.length ? ` Never asked: ${never.slice(0, 12).map(name).join(", ")}${more}.` : ""}`;
}

function matrixList(list, l) {
  let left = total(D.tables[0].confusion.map(total));
  const all = left;
  const lines = list.map((r, i) => {
    const counts = D.tables[0].rules[r], arriving = D.kind === "set" ? all : left;
    left = arriving - total(counts);
    return matrixLine(r, i, { all, arriving, left });
  });
  const title = D.kind === "hybrid" ? `<tr class="listhead"><th colspan="${(ALIGNED ? ASKED.length : 1) + 5}" scope="rowgroup">List ${l + 1}</th></tr>` : "";
  return `<tbody>${title}${lines.join("")}</tbody>`;
}

function matrixLine(r, i, flow) {
  const rule = D.rules[r], rows = total(D.tables[0].rules[r]), passed = flow.left > 0 && D.kind !== "set";
  const word = isDefault(r) ? (i ? "else" : "always") : i ? "else if" : "if";
  const number = isDefault(r) ? "" : `<span class="no">${r + 1}</span>`;
  const share = rows && rows / flow.all < 0.005 ? "<1\u2009%" : percent(flow.all ? rows / flow.all : 0, 0);
  const carried = `<span class="cardonly sm mut">${amount(flow.arriving)} rows arrive, ${amount(rows)} are decided here${passed ? `, ${amount(flow.left)} pass on` : ""}<span class="flow" style="background:linear-gradient(90deg,${colour(rule.class)} ${(100 * rows) / flow.all}%,var(--band) 0 ${(100 * flow.arriving) / flow.all}%,transparent 0)"></span></span>`;
  return `<tr data-rule="${r}" id="rule-${r + 1}"${D.rules.length > MOST_LINES && r >= MOST_LINES / 2 ? ' class="later"' : ""}><th scope="row">${number}${word}${carried}</th>
<td class="fun">${D.kind === "set" ? heldBar(rows, flow.all, rule.class) : funnel(flow, rule.class)}${i || D.kind === "set" ? "" : `<span class="in"${passed ? "" : ` style="color:var(--o${COLOUR[rule.class]})"`}>${amount(flow.arriving)}</span>`}${passed ? `<span>${amount(flow.left)}<span class="vh"> pass on</span></span>` : ""}</td>
${conditionCells(r)}<td class="out">${classTag(rule.class)}<span class="s">${plural(rows, "row")}, ${share}</span></td>
<td class="mixc"><div class="mix">${D.tables.map((table) => mixLine(table, r)).join("")}</div></td>
<td class="pic"><div class="pi">${D.tables.map((table, t) => shareLine(table, r, t)).join("")}</div></td></tr>`;
}

function conditionCells(r) {
  const rule = D.rules[r];
  if (!rule.if.length) return `<td class="rest" colspan="${ALIGNED ? ASKED.length || 1 : 1}"><span class="mut">all rows that are left</span></td>`;
  if (!ALIGNED) return `<td class="asks">${rule.if.map((literal) => `<span class="chip">${name(D.columns[literal.column].name)} ${said(literal.short)}</span>`).join(" ")}</td>`;
  return ASKED.map((c) => {
    const mine = rule.if.filter((literal) => literal.column === c);
    if (!mine.length) return '<td class="no"><span class="vh">not asked</span></td>';
    return `<td><span class="cardonly col">${name(D.columns[c].name)}</span>${miniChart(r, c, mine)}<span class="lit">${mine.map((literal) => said(literal.short)).join(", ")}</span></td>`;
  }).join("");
}

function miniChart(r, c, literals) {
  const chart = D.charts[r].find((each) => each.column === c);
  return chart.bars ? barChart(chart, c, literals, D.rules[r].class) : histogram(chart, c, literals, D.rules[r].class);
}
/* The values of a column as bars, those asked for bold. */
function barChart(chart, c, literals, decided) {
  const most = Math.max(1, ...chart.counts.map(total));
  const bars = chart.bars.map((place, b) => {
    const value = place < 0 ? OTHER : D.columns[c].values[place], passes = literals.every((literal) => holds(literal, value));
    const text = place < 0 ? `${chart.rest} others` : value, rows = total(chart.counts[b]);
    return `<li class="${passes ? "y" : ""}"><span>${said(text)}</span><span><span style="width:${(100 * rows) / most}%">${rows ? classBar(chart.counts[b], decided, "", 9) : ""}</span></span></li>`;
  });
  return `<ul class="cats" aria-hidden="true">${bars.join("")}</ul>`;
}
/* A histogram of the rows that arrive, by class; the side asked for on a soft ground. */
function histogram(chart, c, literals, decided) {
  const W = CHART_WIDTH, base = CHART_HEIGHT - 10, bins = chart.counts.length, width = W / bins;
  const most = Math.max(1, ...chart.counts.map(total)), span = chart.high - chart.low;
  const x = (value) => Math.max(0, Math.min(W, ((value - chart.low) / span) * W));
  const above = literals.flatMap((l) => (l.op === ">" ? [l.values[0]] : l.op === "in" ? [l.values[0]] : []));
  const below = literals.flatMap((l) => (l.op === "<=" ? [l.values[0]] : l.op === "in" ? [l.values[1]] : []));
  const from = above.length ? x(Math.max(...above)) : 0, to = below.length ? x(Math.min(...below)) : W;
  const order = [decided, ...D.classes.keys()].filter((k, i, all) => all.indexOf(k) === i);
  const parts = [`<rect x="${from}" y="0" width="${Math.max(0, to - from)}" height="${base}" fill="var(--soft)"/>`];
  chart.counts.forEach((counts, b) => {
    const middle = chart.low + ((b + 0.5) / bins) * span, passes = literals.every((literal) => holds(literal, middle));
    let y = base;
    for (const k of order) {
      if (!counts[k]) continue;
      const height = (counts[k] / most) * (base - 3);
      y -= height;
      parts.push(`<rect x="${(b * width + 0.4).toFixed(1)}" y="${y.toFixed(1)}" width="${(width - 0.8).toFixed(1)}" height="${height.toFixed(1)}" fill="${colour(k)}" opacity="${passes ? 1 : 0.3}"/>`);
    }
  });
  const marks = `${above.length ? `M${from} 0V${base + 4}` : ""}${below.length ? `M${to} 0V${base + 4}` : ""}`;
  const end = (value, tail, sign) => (tail ? sign : "") + shown(c, D.columns[c].kind === "date" ? value : +value.toPrecision(6));
  parts.push(`<path d="M0 ${base}H${W}" stroke="var(--line2)"/><path d="M${from} ${base}H${to}" stroke="var(--ink)" stroke-width="2.5"/><path d="${marks}" stroke="var(--ink)" stroke-width="1.5"/>`);
  return `<svg class="mini" viewBox="0 0 ${W} ${CHART_HEIGHT}" aria-hidden="true" style="max-width:${W}px">${parts.join("")}<text x="0" y="${CHART_HEIGHT}" class="end">${end(chart.low, chart.tails[0], "<")}</text><text x="${W}" y="${CHART_HEIGHT}" text-anchor="end" class="end">${end(chart.high, chart.tails[1], ">")}</text></svg>`;
}

/* The grey band are rows still open, the coloured branch those that are decided. */
function funnel({ all, arriving, left }, k) {
  const a = (arriving / all) * 72 || 0, b = (left / all) * 72 || 0, thick = Math.max(3, ((arriving - left) / all) * 56 || 0), y = 50 - thick / 2;
  return `<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">${left > 0 ? `<rect x="0" y="0" width="${b}" height="100" fill="var(--band)"/>` : ""}<path d="M${b} 0H${a}C${a} ${y * 0.7} ${a + (100 - a) * 0.35} ${y} 100 ${y}V${y + thick}C${b + (100 - b) * 0.35} ${y + thick} ${b} ${Math.min(98, y + thick + 6)} ${b} ${Math.max(0, y * 0.5)}Z" fill="${colour(k)}"/></svg>`;
}
const heldBar = (rows, all, k) =>
  `<span class="held" aria-hidden="true"><span style="width:${(100 * rows) / all || 0}%;background:${colour(k)}"></span></span>`;

function mixLine(table, r) {
  const counts = table.rules[r], decided = D.rules[r].class, right = counts[decided];
  const wrong = counts.map((n, k) => [n, k]).filter(([n, k]) => k !== decided && n);
  const others = wrong.length > 1 ? `, ${amount(total(wrong.map(([n]) => n)))} others` : wrong.length ? `, ${amount(wrong[0][0])} ${said(className(wrong[0][1], table))}` : "";
  const label = `${rowsOf(table)}: ${counts.map((n, k) => `${amount(n)} ${className(k, table)}`).join(", ")}`;
  return `<span>${briefly(table)}</span>${classBar(counts, decided, label)}<span class="note">${amount(right)} right${others}</span>`;
}
function shareLine(table, r, t) {
  const rows = total(table.rules[r]), right = table.rules[r][D.rules[r].class];
  return `<span>${briefly(table)}</span>${whisker(right * table.effective, rows * table.effective, t === 1)}<b class="num">${rows ? percent(right / rows) : "–"}</b><span class="ci num">${rows ? interval(right, rows, table.effective) : "no rows"}</span>`;
}
function whisker(right, rows, hollow) {
  if (!rows) return '<svg viewBox="0 0 100 16" aria-hidden="true"></svg>';
  const x = (share) => Math.max(0, ((share - LOWEST_SHARE) / (1 - LOWEST_SHARE)) * 100), [low, high] = wilson(right, rows).map(x), at = x(right / rows);
  const dot = (width, ink) => `<path d="M${at} 8h.001" stroke="var(--${ink})" stroke-width="${width}" stroke-linecap="round" vector-effect="non-scaling-stroke"/>`;
  return `<svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true"><path d="M0 8H100" stroke="var(--line)" vector-effect="non-scaling-stroke"/><path d="M${low} 8H${high}M${low} 4V12M${high} 4V12" stroke="var(--ink2)" stroke-width="1.5" vector-effect="non-scaling-stroke" fill="none"/>${dot(9, "ink")}${hollow ? dot(5, "bg") : ""}</svg>`;
}

/* Rows that the rules of a set, or lists side by side, leave open. */
function undecidedBody(asked) {
  if (D.kind === "list") return "";
  const open = D.tables.map((table) => `${amount(table.undecided[0])} of ${amount(total(table.confusion.map(total)))} ${rowsOf(table)}, ${amount(table.undecided[1])} of them right`);
  return `<tbody><tr class="listhead"><td colspan="${asked + 5}">Not decided, for no rule holds or rules contradict each other: ${open.join("; ")}. They are given the class with the most training rows behind it; the cost counts all of them as errors.</td></tr></tbody>`;
}

/* The line that decides the case at hand. */
function markRules(fired) {
  $$(".mx tr[data-rule]").forEach((line) => line.classList.toggle("hit", fired.includes(+line.dataset.rule)));
}

/* A long list opens with its first lines; the others come on demand, or with whoever asks for one of them. */
function wireLines() {
  const button = $("#all-lines");
  if (!button) return;
  const unfold = () => { $(".mx").classList.add("unfolded"); button.parentElement.remove(); };
  button.onclick = unfold;
  addEventListener("hashchange", () => {
    const line = document.getElementById(location.hash.slice(1));
    if (line && line.classList.contains("later") && button.isConnected) { unfold(); line.scrollIntoView(); }
  });
}
