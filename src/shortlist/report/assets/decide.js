/* What the model says of a case. One function decides, and everything on the page calls it. */
const ORDERED = new Set(["number", "date"]);
const ASKED = D.columns.map((_, c) => c).filter((c) => D.columns[c].asked);
const isOrdered = (c) => ORDERED.has(D.columns[c].kind);
const OTHER = "\u0000another value";

/* Does a literal hold for an entry: a number, a text, or null where it is missing? */
function holds(literal, entry) {
  const [low, high] = literal.values;
  if (entry === null || entry === undefined) return literal.op === "missing";
  switch (literal.op) {
    case "among": return literal.values.includes(entry);
    case "not among": return !literal.values.includes(entry);
    case "<=": return entry <= low;
    case ">": return entry > low;
    case "in": return low < entry && entry <= high;
    case "not in": return !(low < entry && entry <= high);
    case "present": return true;
    default: return false;
  }
}

const listsOf = (rules) => {
  const lists = [];
  rules.forEach((rule, r) => (lists[rule.list] ??= []).push(r));
  return lists;
};
const LISTS = listsOf(D.rules);

/* For each list the rule that answers, −1 where none does. */
const answers = (rules, lists, get) =>
  lists.map((list) => list.find((r) => rules[r].if.every((literal) => holds(literal, get(literal.column)))) ?? -1);

/* The class that answers agree on; where they do not, or there is none, the one with the most training rows behind it. */
function verdict(rules, fired) {
  const heard = fired.filter((r) => r >= 0), given = [...new Set(heard.map((r) => rules[r].class))];
  if (given.length === 1) return { fired, label: given[0], decided: true };
  const summed = Array(N_CLASSES).fill(0);
  const add = (counts) => counts.forEach((n, k) => (summed[k] += n));
  if (heard.length) heard.forEach((r) => add(rules[r].counts));
  else if (D.silent.length) add(D.silent);
  else rules.forEach((rule) => add(rule.counts));
  const weights = summed.some(Boolean) ? summed : summed.map((_, k) => +(!given.length || given.includes(k)));
  return { fired, label: weights.indexOf(Math.max(...weights)), decided: false };
}
const decide = (get) => verdict(D.rules, answers(D.rules, LISTS, get));

/* The entry that the page has stored for a column, as `holds` takes it. */
function entryOf(c, stored) {
  if (stored === null) return null;
  if (isOrdered(c)) return stored === "above" ? Infinity : stored;
  return stored < 0 ? OTHER : D.columns[c].values[stored];
}
const shown = (c, entry) => {
  if (entry === null || entry === undefined) return "missing";
  if (entry === OTHER) return "another value";
  return D.columns[c].kind === "date" ? isoOf(entry) : String(entry);
};

/* The rows of the page one by one: which table and row, how many are like it, its class, and its entries. */
const ROWS = [];
if (D.rows)
  D.rows.tables.forEach((table, t) =>
    table.numbers.forEach((number, i) => {
      const entries = {};
      D.rows.columns.forEach((c, place) => (entries[c] = entryOf(c, table.entries[place][i])));
      const found = decide((c) => entries[c] ?? null);
      const label = table.classes[i], wrong = found.label !== label;
      ROWS.push({ table: t, number, alike: table.alike[i], label, entries, found, wrong });
    }));

/* The claim recounted from all training rows, merged; null where they are not in the page. */
function recount() {
  if (!D.merged || !D.claimed) return null;
  const counts = D.rules.map(() => Array(N_CLASSES).fill(0));
  let errors = 0, rows = 0;
  D.merged.counts.forEach((classes, i) => {
    const entries = {};
    ASKED.forEach((c, place) => (entries[c] = entryOf(c, D.merged.entries[place][i])));
    const found = decide((c) => entries[c]);
    found.fired.forEach((r) => r >= 0 && classes.forEach((n, k) => (counts[r][k] += n)));
    classes.forEach((n, k) => {
      rows += n;
      if (!found.decided || found.label !== k) errors += n;
    });
  });
  const same = errors === D.claimed.errors && counts.every((row, r) => row.every((n, k) => n === D.claimed.counts[r][k]));
  return { errors: errors / D.claimed.scale, rows: rows / D.claimed.scale, same };
}

/* What a rule is called. */
const isDefault = (r) => D.kind !== "set" && !D.rules[r].if.length;
const ruleName = (r) => (isDefault(r) ? "default" : `rule ${r + 1}`);
const theRule = (r) => (isDefault(r) ? "the default" : `rule ${r + 1}`);
const theRules = (fired) => {
  const heard = fired.filter((r) => r >= 0).map(theRule);
  return heard.length ? heard.join(" and ") : "no rule";
};
