// @ts-check
// What the page does beside being read: filter, search, sort, export, copy. It only shows, hides and reorders what is there, and
// makes no markup of any text.

/** @param {string} selector @param {ParentNode} [within] @returns {readonly HTMLElement[]} */
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);

/** @param {ParentNode} within @param {string} tag @param {string} text @returns {HTMLElement} */
function add(within, tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  within.append(element);
  return element;
}

const filter = document.querySelector("form");
const entries = all("article");
/** What the filter shows and hides. @type {readonly HTMLElement[]} */
const items = [...entries, ...all("tr[data-f]")];
/** Of each item, what it can be filtered by, and its text once it was searched. */
const marks = new Map(items.map((item) => [item, new Set((item.dataset.f ?? "").split(" "))]));
/** @type {Map<HTMLElement, string>} */
const texts = new Map();

/** @param {HTMLElement} item */
function textOf(item) {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const text = (item.textContent ?? "").toLowerCase();
  texts.set(item, text);
  return text;
}

/** @param {HTMLFormElement} form */
function chosenIn(form) {
  const boxes = all("input[type=checkbox]", form).filter((box) => box instanceof HTMLInputElement);
  const on = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const selects = all("select", form).filter((select) => select instanceof HTMLSelectElement);
  const search = form.querySelector("input[type=search]");
  const query = search instanceof HTMLInputElement ? search.value.toLowerCase() : "";
  return {
    boxes: boxes.length === 0 ? undefined : on,
    needed: selects.map(({ value }) => value).filter((value) => value !== ""),
    terms: query.split(/\s+/).filter((term) => term !== ""),
  };
}

/** @param {HTMLFormElement} form */
function filterBy(form) {
  const { boxes, needed, terms } = chosenIn(form);
  for (const [item, has] of marks) {
    const isWanted =
      (boxes === undefined || boxes.some((box) => has.has(box))) &&
      needed.every((value) => has.has(value)) &&
      (terms.length === 0 || terms.every((term) => textOf(item).includes(term)));
    item.hidden = !isWanted;
  }
  const shown = entries.filter(({ hidden }) => !hidden).length;
  for (const section of all("section.causes"))
    section.hidden = all("article:not([hidden])", section).length === 0;
  const output = form.querySelector("output");
  if (output !== null)
    output.textContent =
      shown === entries.length ? `All ${entries.length} shown` : `${shown} of ${entries.length} shown`;
  for (const line of all(".none")) line.hidden = shown > 0 || entries.length === 0;
}

if (filter instanceof HTMLFormElement && entries.length > 0) {
  filter.hidden = false;
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.addEventListener("input", () => filterBy(filter));
  // The controls have their first values only after this event.
  filter.addEventListener("reset", () => setTimeout(() => filterBy(filter)));
  // A browser that comes back to the page keeps what was chosen.
  filterBy(filter);
  // What is jumped to stands below it.
  new ResizeObserver(() => {
    const isSticky = getComputedStyle(filter).position === "sticky";
    document.documentElement.style.scrollPaddingTop = isSticky ? `${filter.offsetHeight + 8}px` : "8px";
  }).observe(filter);
}

/** @param {HTMLTableRowElement} row @param {number} column */
function valueIn(row, column) {
  const cell = row.cells[column];
  return { number: Number(cell?.dataset.n ?? Number.NaN), text: (cell?.textContent ?? "").trim() };
}

/** Numbers before texts, and what is empty last, whatever the direction. @param {HTMLTableElement} table @param {number} column */
function sortBy(table, column) {
  const head = table.tHead?.rows[0]?.cells[column];
  const body = table.tBodies[0];
  if (head === undefined || body === undefined) return;
  const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const each of table.tHead?.rows[0]?.cells ?? []) each.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction === 1 ? "ascending" : "descending");
  const keyed = [...body.rows].map((row) => ({ row, ...valueIn(row, column) }));
  const collator = new Intl.Collator("en", { numeric: true });
  keyed.sort((a, b) => {
    if ((a.text === "") !== (b.text === "")) return a.text === "" ? 1 : -1;
    if (!Number.isNaN(a.number) && !Number.isNaN(b.number)) return direction * (a.number - b.number);
    return direction * collator.compare(a.text, b.text);
  });
  body.append(...keyed.map(({ row }) => row));
}

/** What a spreadsheet would take for a formula has an apostrophe before it. @param {string} text */
function inCsv(text) {
  const marked = /^[=+\-@\uff1d\uff0b\uff0d\uff20']/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(marked) ? `"${marked.replaceAll('"', '""')}"` : marked;
}

/** The rows that are shown, in their order. @param {HTMLTableElement} table */
function csvOf(table) {
  const rows = [...table.rows].filter(({ hidden }) => !hidden);
  return rows
    .map((row) => `${[...row.cells].map((cell) => inCsv((cell.textContent ?? "").trim())).join(",")}\r\n`)
    .join("");
}

/** @param {HTMLTableElement} table */
function exportFrom(table) {
  const link = document.createElement("a");
  const url = URL.createObjectURL(new Blob([csvOf(table)], { type: "text/csv" }));
  link.href = url;
  link.download = "disks.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

for (const table of all("table.sorts")) {
  if (!(table instanceof HTMLTableElement)) continue;
  for (const [column, head] of [...(table.tHead?.rows[0]?.cells ?? [])].entries()) {
    const name = head.textContent ?? "";
    head.textContent = "";
    const button = add(head, "button", name);
    button.setAttribute("type", "button");
    button.addEventListener("click", () => sortBy(table, column));
  }
  for (const button of all(".export")) {
    button.hidden = false;
    button.addEventListener("click", () => exportFrom(table));
  }
}

/** @param {HTMLElement} command */
async function copy(command) {
  const text = command.querySelector("code")?.textContent ?? "";
  try {
    await navigator.clipboard.writeText(text);
    return "Copied";
  } catch {
    // Without the permission the text is selected, for the keyboard.
    const code = command.querySelector("code");
    if (code !== null) getSelection()?.selectAllChildren(code);
    return "Selected";
  }
}

/** A button for each command that can be seen; those of what is closed when it is opened. @param {ParentNode} within */
function offerCopies(within) {
  for (const command of all("pre.command:not([data-copy])", within)) {
    if (command.closest("details:not([open])") !== null) continue;
    command.dataset.copy = "";
    const button = add(command, "button", "Copy");
    button.setAttribute("type", "button");
    const line = command.querySelector("code")?.textContent ?? "";
    button.setAttribute("aria-label", `Copy ${line.length > 60 ? `${line.slice(0, 60)}\u2026` : line}`);
    button.addEventListener("click", async () => {
      button.textContent = await copy(command);
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1500);
    });
  }
}

offerCopies(document);

for (const details of all("details")) details.addEventListener("toggle", () => offerCopies(details));

for (const button of all(".expand")) {
  button.addEventListener("click", () => {
    const isOpen = button.getAttribute("aria-pressed") === "true";
    for (const details of all("article:not([hidden]) > details")) details.toggleAttribute("open", !isOpen);
    button.setAttribute("aria-pressed", String(!isOpen));
  });
}

/** On paper everything is open. @type {readonly HTMLElement[]} */
let openedForPaper = [];
addEventListener("beforeprint", () => {
  openedForPaper = all("details:not([open])");
  for (const details of openedForPaper) details.toggleAttribute("open", true);
});
addEventListener("afterprint", () => {
  for (const details of openedForPaper) details.toggleAttribute("open", false);
});

/** @param {number} seconds */
function inShort(seconds) {
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`;
}

/** By the clock of the reader: nothing is said of a time that has not come there. */
function tellAges() {
  for (const time of all("time")) {
    const seconds = Math.floor((Date.now() - Date.parse(time.getAttribute("datetime") ?? "")) / 1000);
    const age = time.nextElementSibling ?? add(time.parentElement ?? document.body, "span", "");
    age.textContent = seconds >= 0 ? ` (${inShort(seconds)} ago)` : "";
  }
}

tellAges();
setInterval(tellAges, 10_000);

document.documentElement.dataset.ready = "";
