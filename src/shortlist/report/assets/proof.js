/* What is proved: the claim with its scope, a ruler of cost, and the facts behind it. */
function proofSection() {
  const P = D.proof;
  if (!P) return `<section id="proof" aria-labelledby="h-proof"><h2 id="h-proof">Nothing is claimed of this model</h2><p class="how">It was not learned by a search that proves anything, or the claim was left out of its file.</p></section>`;
  const facts = P.facts.slice();
  facts.splice(3, 0, ["Recounted", recountFact()]);
  return `<section id="proof" aria-labelledby="h-proof"><h2 id="h-proof">${said(P.headline)}</h2><p class="how">${said(P.how)}</p>
<div class="proof ${P.proved ? "" : "open"}"><p class="stamp ${P.proved ? "ok" : "warn"}">${esc(P.stamp)}</p><p class="claim">${P.claim.map((line) => esc(line)).join(" ")}</p>
${P.ruler ? '<div class="ruler" id="ruler"></div>' : ""}
<dl class="pf">${facts.map(([term, fact]) => `<div><dt>${term}</dt><dd>${fact.html ?? esc(fact)}</dd></div>`).join("")}</dl>
<p class="notp"><b>Not proved:</b> ${esc(P.not_proved)}</p></div></section>`;
}
/* The claim against the rows of the page, decided by the page's own script; else against those it was made from. */
function recountFact() {
  const found = recount();
  if (!D.claimed.agrees) return { html: '<span class="warn">✗ these are not the rows that the model was learned from, or the claim is wrong</span>' };
  if (!found) return { html: '<span class="ok">✓ as claimed, when this page was made</span>' };
  return { html: found.same
    ? `<span class="ok">✓ in this page: ${plural(found.errors, "error")}${D.tables[0].undecided[0] ? ", undecided rows among them," : ""} on ${plural(found.rows, "row")}, as claimed</span>`
    : '<span class="warn">✗ this page counts otherwise than the claim</span>' };
}

function drawRuler() {
  const element = $("#ruler");
  if (!element) return;
  const { cost, bound, every_cut: every, unit } = D.proof.ruler;
  const W = widthOf(element, 980), narrow = W < 560, H = narrow ? 104 : 92, y = 34, h = 24;
  const most = Math.max(cost, 1) * (narrow ? 1.55 : 1.28), X = (value) => (value / most) * (W - 2) + 1;
  const empty = every === null ? bound : Math.min(every, bound), parts = [];
  const band = (from, to, fill) => to > from && parts.push(`<rect x="${X(from)}" y="${y}" width="${X(to) - X(from)}" height="${h}" fill="${fill}"/>`);
  band(0, empty, "url(#hatch)");
  band(empty, bound, "var(--band)");
  band(bound, cost, "url(#hatch-open)");
  parts.push(`<path d="M${X(0)} ${y + h}H${W}" stroke="var(--line2)"/>`);
  const whose = every === null ? "over these questions" : "whatever the cuts";
  if (X(empty) > (narrow ? 96 : 220)) parts.push(`<text x="${X(0) + 8}" y="${y + 16.5}" class="halo">proved empty${narrow ? "" : `: nothing here ${whose}`}</text>`);
  if (every !== null && every < bound) parts.push(`<path d="M${X(every)} ${y - 6}V${y + h}" stroke="var(--ink2)" stroke-width="1.5"/><text x="${X(every) - 6}" y="${y - 10}" text-anchor="end">${X(every) > 170 ? "bound with every cut, " : ""}${amount(every)}</text>`);
  if (cost > bound && X(bound) > 70 && X(bound) - (every !== null && every < bound ? X(every) : 0) > 70) parts.push(`<text class="k" x="${X(bound)}" y="${y - 10}" text-anchor="end" style="fill:var(--warn)">bound ${amount(bound)}</text>`);
  parts.push(`<path d="M${X(cost)} ${y - 22}V${y + h + 6}" stroke="var(--ink)" stroke-width="2.5"/><text class="k" x="${X(cost) + 8}" y="${y - 10}">this ${D.kind === "list" ? "list" : "model"}, ${amount(cost)}</text>`);
  const step = stepOf(most, narrow ? 5 : 10);
  for (let value = 0; value <= most; value += step) parts.push(`<path d="M${X(value)} ${y + h}v4" stroke="var(--line2)"/><text x="${X(value)}" y="${y + h + 18}" text-anchor="${value ? "middle" : "start"}">${value ? tick(value) : `0 ${unit}`}</text>`);
  element.innerHTML = `<svg viewBox="0 0 ${W} ${H}" width="${W}" height="${H}" role="img" aria-label="Below ${empty} proved empty; bound ${bound}; this model at ${cost}">${parts.join("")}</svg>`;
}
