"use strict";
/* Numbers, names and small pieces of HTML that every part of the page uses. */
const D = JSON.parse(document.getElementById("data").textContent);
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const LONGEST = 160;
const clipped = (text) => (text.length > LONGEST ? text.slice(0, LONGEST) + "…" : text);
const esc = (text) => String(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark]);
/* A name of the user's: isolated, for it may be written from right to left, and broken after an underscore. */
const name = (text) => `<bdi>${esc(clipped(String(text))).replace(/_/g, "_<wbr>")}</bdi>`;
const said = (text) => `<bdi>${esc(clipped(String(text)))}</bdi>`;

const SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const spelled = (n) => SMALL[n] ?? amount(n);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const amount = (n) =>
  Number.isInteger(n) ? n.toLocaleString("en") : n.toLocaleString("en", { maximumFractionDigits: n < 1000 ? 2 : 1 });
const plural = (n, noun) => `${amount(n)}\u00a0${noun}${n === 1 ? "" : "s"}`;
const percent = (share, digits = 1) => (100 * share).toFixed(digits) + "\u2009%";
const total = (values) => values.reduce((sum, value) => sum + value, 0);

/* Wilson's 95 % interval of a share. */
function wilson(right, rows) {
  if (!rows) return [0, 1];
  const z = 1.959963984540054, share = right / rows, spread = 1 + (z * z) / rows;
  const middle = (share + (z * z) / (2 * rows)) / spread;
  const half = (z * Math.sqrt((share * (1 - share)) / rows + (z * z) / (4 * rows * rows))) / spread;
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
/* To it a unit of weight is only as much as so many rows of equal weight are. */
const interval = (right, rows, effective = 1) => {
  const [low, high] = wilson(right * effective, rows * effective);
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
};

/* What rows are called: those of training, of a test, or of a table that the model was not learned from. */
const rowsOf = (table, n = 2) => (table.name === "other" ? `row${n === 1 ? "" : "s"} of this table` : `${table.name} row${n === 1 ? "" : "s"}`);
const rowName = (row) => (D.tables[row.table].name === "other" ? `row ${row.number}` : `${D.tables[row.table].name} row ${row.number}`);
const briefly = (table) => ({ training: "train", test: "test", other: "here" })[table.name];

/* Classes: up to four have a colour and a shape each; of more, the three commonest of training, and grey for the rest. */
const N_CLASSES = D.classes.length;
const COLOUR = (() => {
  if (N_CLASSES <= 4) return D.classes.map((_, k) => k);
  const sizes = D.tables[0].confusion.slice(0, N_CLASSES).map(total);
  const order = D.classes.map((_, k) => k).sort((a, b) => sizes[b] - sizes[a] || a - b);
  return D.classes.map((_, k) => Math.min(order.indexOf(k), 3));
})();
const SHAPES = [
  '<circle cx="6" cy="6" r="5"/>',
  '<rect x="1.2" y="1.2" width="9.6" height="9.6"/>',
  '<path d="M6 .8 11.4 10.6H.6z"/>',
  '<path d="M6 .2 11.8 6 6 11.8 .2 6z"/>',
];
const colour = (k) => `var(--c${COLOUR[k] ?? 3})`;
const shape = (k) =>
  `<svg viewBox="0 0 12 12" aria-hidden="true" fill="${colour(k)}">${SHAPES[COLOUR[k] ?? 3]}</svg>`;
const className = (k, table = null) => (table ? table.classes[k] : D.classes[k]);
const classTag = (k, table = null) => `<span class="cls">${shape(k)}${name(className(k, table))}</span>`;

/* Rows by class as one bar, the class that is decided first. */
function classBar(counts, first, label, height = 13) {
  const all = total(counts) || 1;
  const order = counts.map((_, k) => k).sort((a, b) => (b === first) - (a === first) || a - b);
  const pieces = order.filter((k) => counts[k]);
  const spans = pieces.map((k) => `<span style="width:${(100 * counts[k]) / all}%;background:${colour(k)}"></span>`);
  const role = label ? `role="img" aria-label="${esc(label)}"` : 'aria-hidden="true"';
  return `<span class="sb" ${role} style="height:${height}px">${spans.join("")}</span>`;
}

let printing = false;
/* Charts are drawn at the width they have; on paper at one that is known. */
const widthOf = (element, onPaper) => (printing ? onPaper : element.clientWidth || onPaper);

/* A round step that divides a range into at most so many pieces. */
function stepOf(range, most) {
  const base = 10 ** Math.floor(Math.log10(range / most || 1));
  return [1, 2, 5, 10].map((factor) => factor * base).find((step) => range / step <= most) ?? 10 * base;
}
const tick = (value) => String(+value.toPrecision(12));

/* A moment, in seconds since 1970, as ISO writes it; and back, NaN if it is none. */
const isoOf = (seconds) => {
  const text = new Date(Math.round(seconds * 1000)).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, text.endsWith(":00.000Z") ? 16 : 19);
};
const ISO = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;
const secondsOf = (text) =>
  ISO.test(text) ? Date.parse(text.replace(" ", "T") + (text.length > 10 ? "Z" : "T00:00Z")) / 1000 : NaN;
