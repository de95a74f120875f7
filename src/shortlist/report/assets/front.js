/* Size against errors, with what is proved empty; and cost and bound during the search. */
let POINT = -1;

function frontSection() {
  const F = D.front, mine = F ? F.points.findIndex((point) => point.size === D.size && point.errors === errorsOfTraining()) : -1;
  POINT = F ? Math.max(0, mine) : -1;
  const chart = F ? '<h3>Size against errors on the training rows</h3><div id="front-chart"></div>' : '<h3>Size against errors</h3><p class="empty">No front came with this model. <code>shortlist front DATA --json &gt; front.json</code> computes one; <code>shortlist report … --front front.json</code> shows it here.</p>';
  const side = F ? '<h3 id="front-title" aria-live="polite"></h3><div class="lst" id="front-list"></div><div class="gap"></div>' : "";
  return `<section id="front" aria-labelledby="h-front"><h2 id="h-front">${frontTitle(mine)}</h2><p class="how">${F ? "Choose a point to read its list. Below the steps there is no list: that is proved." : ""}</p>
<div class="g75"><div>${chart}</div><div>${side}<h3>Cost and bound during the search</h3><div id="trace-chart"></div></div></div></section>`;
}
const errorsOfTraining = () => {
  const [right, rows] = rightOf(D.tables[0]);
  return rows - right;
};
function frontTitle(mine) {
  if (mine < 0) return D.front ? "A smaller list errs more; how much, exactly" : "Size and errors";
  const [before, here, after] = [-1, 0, 1].map((by) => D.front.points[mine + by]);
  const fewer = before ? `${capital(spelled(here.size - before.size))} node${here.size - before.size > 1 ? "s" : ""} fewer would cost ${amount(before.errors - here.errors)} more errors` : "";
  const more = after ? `${spelled(after.size - here.size)} more would save ${amount(here.errors - after.errors)}` : "no larger list that was asked for errs less";
  return fewer ? `${fewer}; ${more}` : capital(more);
}

function drawFront(focus = false) {
  if (!D.front) return;
  const { points, least } = D.front, element = $("#front-chart"), W = widthOf(element, 590), narrow = W < 480, H = narrow ? 300 : 372;
  const [L, R, T, B] = [46, 14, 18, 34], sizes = least.length, most = Math.max(...points.map((point) => point.errors), 1);
  const floor = least[sizes - 1] > 0.4 * most ? least[sizes - 1] * 0.93 : 0, root = (value) => Math.sqrt(Math.max(0, value - floor));
  const X = (size) => L + ((size - 0.5) / sizes) * (W - L - R), Y = (errors) => H - B - (root(errors) / root(most * 1.06)) * (H - B - T);
  const parts = [];
  const steps = least.map((bound, i) => `L${X(i + 0.5)} ${Y(bound)}L${X(i + 1.5)} ${Y(bound)}`).join("");
  parts.push(`<path d="M${X(0.5)} ${H - B}${steps}L${X(sizes + 0.5)} ${H - B}Z" fill="url(#hatch)"/>`);
  const labels = [0, 0.02, 0.06, 0.14, 0.3, 0.55, 1].map((share) => floor + share * (most - floor)).map((v) => (v < 20 ? Math.round(v) : +v.toPrecision(2)));
  for (const value of [...new Set(labels)].filter((v) => v >= floor && v <= most * 1.06)) parts.push(`<path d="M${L} ${Y(value)}H${W - R}" stroke="var(--line)"/><text x="${L - 8}" y="${Y(value) + 4}" text-anchor="end">${amount(value)}</text>`);
  for (let size = 1; size <= sizes; size += Math.ceil(sizes / (narrow ? 8 : 16))) parts.push(`<text x="${X(size)}" y="${H - B + 17}" text-anchor="middle">${size}</text>`);
  parts.push(`<text x="${W - R}" y="${H - 2}" text-anchor="end">nodes →</text><text x="${L}" y="${T - 6}">errors (square-root scale${floor ? `, from ${amount(Math.round(floor))}` : ""})</text><text x="${X(1) - 6}" y="${H - B - 10}" class="halo">proved empty</text>`);
  points.forEach((point, i) => parts.push(frontPoint(point, i, X(point.size), Y(point.errors), Y(point.least), narrow)));
  element.innerHTML = `<svg viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" role="group" aria-label="Front of size against errors">${parts.join("")}</svg><p class="legend"><span>● proved: no list this small errs less</span>${points.some((point) => point.least < point.errors) ? '<span class="warn">○ best found; fewer errors not excluded down to the bar</span>' : ""}</p>`;
  $$(".pt", element).forEach((mark) => {
    const choose = (i) => { POINT = Math.max(0, Math.min(points.length - 1, i)); drawFront(true); };
    mark.onclick = () => choose(+mark.dataset.point);
    mark.onkeydown = (event) => {
      const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Enter: 0, " ": 0 }[event.key];
      if (by !== undefined) { event.preventDefault(); choose(+mark.dataset.point + by); }
    };
  });
  if (focus) $(`.pt[data-point="${POINT}"]`, element).focus();
  const point = points[POINT], tested = TEST ? `, ${amount(point.test)} of ${amount(rightOf(TEST)[1])} test rows wrong` : "";
  $("#front-title").textContent = `${point.size} node${point.size === 1 ? "" : "s"}: ${amount(point.errors)} training error${point.errors === 1 ? "" : "s"}${tested}`;
  $("#front-list").innerHTML = rulesHtml(point.rules);
}
function frontPoint(point, i, x, y, bound, narrow) {
  const proved = point.least === point.errors, own = point.size === D.size && point.errors === errorsOfTraining();
  const bar = proved ? "" : `<path d="M${x} ${y}V${bound}M${x - 4} ${bound}h8" stroke="var(--warn)" stroke-width="1.5"/>`;
  const ring = i === POINT ? `<circle cx="${x}" cy="${y}" r="10" fill="none" stroke="var(--ink)" stroke-width="1.5"/>` : "";
  const title = own ? `<text class="k halo-bg" x="${x + (narrow ? 0 : 12)}" y="${y - (narrow ? 14 : 9)}">this list</text>` : "";
  return `${bar}<g class="pt" tabindex="0" role="button" data-point="${i}" aria-pressed="${i === POINT}" aria-label="${point.size} nodes, ${amount(point.errors)} errors, ${proved ? "proved" : `not proved, at least ${amount(point.least)}`}"><circle cx="${x}" cy="${y}" r="16" fill="transparent"/>${ring}<circle cx="${x}" cy="${y}" r="5.5" fill="var(--${proved ? "ink" : "bg"})" stroke="var(--${proved ? "ink" : "warn"})" stroke-width="2"/></g>${title}`;
}

function drawTrace() {
  const element = $("#trace-chart"), moments = D.trace, say = (text) => (element.innerHTML = `<p class="mut plain">${text}</p>`);
  if (!moments || moments.length < 2) return say(moments ? "Nothing to draw: cost and bound met at once." : "The model file does not tell.");
  const last = moments[moments.length - 1], end = last[0];
  if (end < 0.005) return say("Nothing to draw: cost and bound met within 0.01 s.");
  const { cost, bound, unit } = D.proof.ruler, W = widthOf(element, 420), H = 190, [L, R, T, B] = [44, 76, 12, 30];
  const begin = Math.max(0.0005, Math.min(moments[0][0], end / 10)), high = Math.max(cost, 1) * 1.45;
  const X = (t) => L + (Math.log(Math.max(t, begin) / begin) / Math.log((end * 1.02) / begin)) * (W - L - R), Y = (v) => T + (1 - Math.min(v, high) / high) * (H - T - B);
  const known = (place) => moments.filter((moment) => moment[place] !== null);
  const steps = (place) => known(place).map((moment, i) => (i ? `H${X(moment[0]).toFixed(1)}V` : `M${X(moment[0]).toFixed(1)} `) + Y(moment[place]).toFixed(1)).join("") + `H${X(end * 1.02).toFixed(1)}`;
  const parts = [], step = stepOf(high, 5);
  for (let value = 0; value <= high; value += step) parts.push(`<path d="M${L} ${Y(value)}H${W - R}" stroke="var(--line)"/><text x="${L - 6}" y="${Y(value) + 4}" text-anchor="end">${tick(value)}</text>`);
  for (const [t, label] of [[0.001, "1 ms"], [0.01, "10 ms"], [0.1, "0.1 s"], [1, "1 s"], [10, "10 s"], [100, "100 s"], [1000, "1000 s"]])
    if (t <= end && t >= begin) parts.push(`<path d="M${X(t)} ${H - B}v4" stroke="var(--line2)"/><text x="${X(t)}" y="${H - B + 17}" text-anchor="middle">${label}</text>`);
  parts.push(`<path d="${steps(2)}" fill="none" stroke="var(--ok)" stroke-width="2" stroke-dasharray="5 3"/><path d="${steps(1)}" fill="none" stroke="var(--ink)" stroke-width="2"/>`);
  const met = cost === bound, at = X(end * 1.02);
  if (met) parts.push(`<circle cx="${at}" cy="${Y(cost)}" r="4" fill="var(--ok)"/><text class="k" x="${at + 8}" y="${Y(cost) + 4}" style="fill:var(--ok)">proved</text>`);
  parts.push(`<text class="k" x="${W - R + 8}" y="${Y(cost) - (met ? 12 : 4)}">${esc(unit)} ${amount(cost)}</text><text x="${W - R + 8}" y="${Y(bound) + (met ? 20 : 14)}">bound ${amount(bound)}</text>`);
  const first = known(1)[0];
  if (first && first[1] > high) parts.push(`<text x="${X(first[0]) + 8}" y="${T + 7}">↑ starts at ${amount(first[1])}</text>`);
  element.innerHTML = `<svg viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" role="img" aria-label="${esc(unit)} falls to ${amount(cost)}, bound rises to ${amount(bound)} in ${end.toFixed(2)} seconds">${parts.join("")}</svg>`;
}
