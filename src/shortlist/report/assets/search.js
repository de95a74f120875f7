/* Why a case is decided as it is, and what would change it: exact searches over what the model can tell apart. */
const MOST_STEPS = 60000;

/* The cells of a column: what no literal tells apart is one. Each has an entry to try and the ranges or values that it is made of;
   the last is a missing entry. */
function cellsOf(c) {
  const literals = D.rules.flatMap((rule) => rule.if).filter((literal) => literal.column === c);
  const merged = new Map();
  for (const piece of isOrdered(c) ? ranges(literals) : valuesOf(c, literals)) {
    const entry = isOrdered(c) ? piece[1] : piece, key = literals.map((literal) => +holds(literal, entry)).join("");
    if (merged.has(key)) merged.get(key).pieces.push(piece);
    else merged.set(key, { entry, pieces: [piece] });
  }
  return [...merged.values(), { entry: null, pieces: [], missing: true }];
}
/* The ranges between cut points, each without its low end and with its high one. */
function ranges(literals) {
  const cuts = [...new Set(literals.flatMap((literal) => literal.values))].sort((a, b) => a - b);
  return [...cuts, Infinity].map((high, i) => [i ? cuts[i - 1] : -Infinity, high]);
}
function valuesOf(c, literals) {
  const values = [...new Set([...D.columns[c].values, ...literals.flatMap((literal) => literal.values)])];
  return D.columns[c].kind === "boolean" ? values : [...values, OTHER];
}
const CELLS = {};
for (const c of ASKED) CELLS[c] = cellsOf(c);
function cellOf(c, entry) {
  if (entry === null || entry === undefined) return CELLS[c].length - 1;
  if (isOrdered(c)) return CELLS[c].findIndex((cell) => cell.pieces.some(([low, high]) => low < entry && entry <= high));
  const found = CELLS[c].findIndex((cell) => cell.pieces.includes(entry));
  return found >= 0 ? found : CELLS[c].findIndex((cell) => cell.pieces.includes(OTHER));
}

/* Cells of one column in words: neighbouring ranges become one, of many values some are named. */
function cellsText(c, cells) {
  const mine = cells.map((i) => CELLS[c][i]), pieces = mine.flatMap((cell) => cell.pieces);
  const texts = isOrdered(c) ? joined(pieces).map(([low, high]) => rangeText(c, low, high)) : pieces.map((value) => shown(c, value));
  if (mine.some((cell) => cell.missing)) texts.push("missing");
  return texts.length > 4 ? `${texts.slice(0, 3).join(", ")} or ${texts.length - 3} others` : texts.join(" or ");
}
function joined(pieces) {
  const whole = [];
  for (const [low, high] of [...pieces].sort((a, b) => a[0] - b[0])) {
    const last = whole[whole.length - 1];
    if (last && last[1] === low) last[1] = high;
    else whole.push([low, high]);
  }
  return whole;
}
function rangeText(c, low, high) {
  if (low === -Infinity) return high === Infinity ? "any value" : `at most ${shown(c, high)}`;
  return high === Infinity ? `more than ${shown(c, low)}` : `more than ${shown(c, low)}, at most ${shown(c, high)}`;
}

/* Each rule as what it asks of the cells of columns: [column, for each cell whether it passes]. */
const TESTS = D.rules.map((rule) =>
  [...new Set(rule.if.map((literal) => literal.column))].map((c) => {
    const mine = rule.if.filter((literal) => literal.column === c);
    return [c, CELLS[c].map((cell) => mine.every((literal) => holds(literal, cell.entry)))];
  }));

/* All verdicts that can come of cases whose columns are in these cells; stops when `enough` says so, or after too many steps.
   A rule that may pass or fail splits the cells of one column in two, so cells that behave alike are never told apart. */
function outcomes(domains, work, enough = () => false) {
  const found = new Map();
  const visit = (open) => {
    if (work.steps++ > MOST_STEPS) return (work.over = true);
    const fired = [];
    for (const list of LISTS) {
      let answer = -1;
      for (const r of list) {
        const split = undecidedTest(r, open);
        if (split === "no") continue;
        if (split === "yes") { answer = r; break; }
        const [c, passes] = split;
        for (const side of [true, false])
          if (visit({ ...open, [c]: open[c].filter((i) => passes[i] === side) })) return true;
        return false;
      }
      fired.push(answer);
    }
    const key = fired.join();
    if (!found.has(key)) found.set(key, verdict(D.rules, fired));
    return enough(found.get(key));
  };
  visit(domains);
  return [...found.values()];
}
/* Does a rule pass for all cases in these cells ("yes"), for none ("no"), or does it depend on a column? */
function undecidedTest(r, domains) {
  let depends = null;
  for (const test of TESTS[r]) {
    const [c, passes] = test;
    const able = domains[c].filter((i) => passes[i]).length;
    if (!able) return "no";
    if (able < domains[c].length) depends ??= test;
  }
  return depends ?? "yes";
}

const everyCell = (c) => CELLS[c].map((_, i) => i);
const presentCells = (c) => everyCell(c).filter((i) => !CELLS[c][i].missing);

function* subsets(items, size, from = 0, taken = []) {
  if (taken.length === size) { yield taken; return; }
  for (let i = from; i <= items.length - size + taken.length; i++) yield* subsets(items, size, i + 1, [...taken, items[i]]);
}

/* A smallest set of columns whose entries alone force the class, whatever the others hold; `smallest` is false where the search
   was ended, and the set is then one that cannot shrink. */
function why(entries, label) {
  const work = { steps: 0, over: false };
  const at = Object.fromEntries(ASKED.map((c) => [c, cellOf(c, entries[c] ?? null)]));
  const forces = (fixed) => {
    const domains = Object.fromEntries(ASKED.map((c) => [c, fixed.includes(c) ? [at[c]] : everyCell(c)]));
    const found = outcomes(domains, work, (outcome) => outcome.label !== label);
    return !work.over && found.every((outcome) => outcome.label === label);
  };
  let enough = [...ASKED];
  for (const c of ASKED) {
    const without = enough.filter((other) => other !== c);
    if (forces(without)) enough = without;
  }
  for (let size = 0; size < enough.length && !work.over; size++)
    for (const some of subsets(ASKED, size)) {
      if (forces(some)) return { columns: some, smallest: true };
      if (work.over) break;
    }
  return { columns: enough, smallest: !work.over };
}

/* For each other class the fewest entries to change: [{label, changes: [[column, cells]]}], up to three ways for each. */
function whatIf(entries, label) {
  const work = { steps: 0 }, at = Object.fromEntries(ASKED.map((c) => [c, cellOf(c, entries[c] ?? null)]));
  const best = new Map();
  for (let size = 1; size <= Math.min(3, ASKED.length) && best.size < N_CLASSES - 1; size++) {
    const now = new Map();
    for (const some of subsets(ASKED, size)) tryChanges(some, at, label, work, best, now);
    for (const [k, ways] of now) best.set(k, ways);
    if (work.steps > MOST_STEPS) break;
  }
  const ways = [...best].flatMap(([k, byKey]) => [...byKey.values()].slice(0, 3).map((changes) => ({ label: k, changes })));
  return { ways, complete: work.steps <= MOST_STEPS };
}
/* Try all other present cells of some columns; what differs in the last column only is one way. */
function tryChanges(some, at, label, work, best, now) {
  const visit = (place, changed) => {
    if (work.steps++ > MOST_STEPS) return;
    if (place === some.length) {
      const found = decide((c) => CELLS[c][changed[c] ?? at[c]].entry);
      if (found.label === label || best.has(found.label)) return;
      const last = some[some.length - 1];
      const key = some.map((c) => c + (c === last ? "" : ":" + changed[c])).join();
      if (!now.has(found.label)) now.set(found.label, new Map());
      const ways = now.get(found.label);
      if (ways.has(key)) ways.get(key)[some.length - 1][1].push(changed[last]);
      else ways.set(key, some.map((c) => [c, [changed[c]]]));
      return;
    }
    const c = some[place];
    for (const i of presentCells(c)) if (i !== at[c]) visit(place + 1, { ...changed, [c]: i });
  };
  visit(0, {});
}
