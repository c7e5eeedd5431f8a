import type { Category, Finding, Severity } from "../../report/index.ts";
import { shown } from "../escape.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

type Word = Severity | Category | "healthy";

/** By what something can be found again. */
export interface Marked {
  readonly severity: Word;
  /** As in `PVG101 A claim stays Terminating`, or the reason of a diagnosis. */
  readonly rules: readonly string[];
  readonly namespaces: readonly string[];
  readonly classes: readonly string[];
  /** Absent where the page is about one cluster. */
  readonly cluster?: string;
}

export function ruleOf({ code, title }: Finding): string {
  return `${code} ${title}`;
}

/** The worst first, each with its shape. */
const looks: Record<Word, "worst" | "middle" | "least" | "fine"> = {
  error: "worst",
  stuck: "worst",
  blocked: "worst",
  unknown: "middle",
  warning: "middle",
  waiting: "least",
  note: "least",
  healthy: "fine",
};

/** A word beside a shape: no colour says it alone. */
export function severityMarkup(word: Word): Markup {
  return html`<span class="severity ${looks[word]}">${word}</span>`;
}

interface Dimension {
  readonly letter: string;
  readonly values: readonly string[];
}

/** Each value has a number in the page, since it can be any text. */
export class Marks {
  readonly severities: Dimension;
  readonly rules: Dimension;
  readonly namespaces: Dimension;
  readonly classes: Dimension;
  readonly clusters: Dimension;

  constructor(items: readonly Marked[]) {
    const words = Object.keys(looks).filter((word) => items.some(({ severity }) => severity === word));
    this.severities = { letter: "s", values: words };
    this.rules = dimension(
      "r",
      items.flatMap(({ rules }) => rules),
    );
    this.namespaces = dimension(
      "n",
      items.flatMap(({ namespaces }) => namespaces),
    );
    this.classes = dimension(
      "c",
      items.flatMap(({ classes }) => classes),
    );
    this.clusters = dimension(
      "k",
      items.flatMap(({ cluster }) => cluster ?? []),
    );
  }

  of({ severity, rules, namespaces, classes, cluster }: Marked): string {
    return [
      ...marksIn(this.severities, [severity]),
      ...marksIn(this.rules, rules),
      ...marksIn(this.namespaces, namespaces),
      ...marksIn(this.classes, classes),
      ...(cluster === undefined ? [] : marksIn(this.clusters, [cluster])),
    ].join(" ");
  }
}

function dimension(letter: string, values: readonly string[]): Dimension {
  return { letter, values: [...new Set(values)].sort() };
}

function marksIn({ letter, values }: Dimension, own: readonly string[]): readonly string[] {
  return [...new Set(own)].map((value) => `${letter}${values.indexOf(value)}`);
}

/** Empty where there is nothing to choose between. */
function selectMarkup({ letter, values }: Dimension, label: string): Markup {
  if (values.length < 2) return nothing;
  const options = values.map((value, at) => html`<option value="${letter}${at}">${shown(value)}</option>`);
  return html`<div class="field"><label for="f-${letter}">${label}</label><select id="f-${letter}"><option value="">All</option>${options}</select></div>`;
}

export function filterMarkup(
  { severities, rules, namespaces, classes, clusters }: Marks,
  names: { readonly entries: string; readonly severity: string; readonly rule: string },
): Markup {
  const boxes = severities.values.map(
    (word, at) => html`<label><input type="checkbox" value="s${at}" checked>${word}</label>`,
  );
  return html`<form role="search" aria-label="Filter the ${names.entries}" hidden>
<div class="field search"><label for="f-q">Search</label><input id="f-q" type="search" autocomplete="off" spellcheck="false"></div>
${boxes.length < 2 ? nothing : html`<fieldset><legend>${names.severity}</legend><div>${boxes}</div></fieldset>`}
${selectMarkup(clusters, "Cluster")}${selectMarkup(rules, names.rule)}${selectMarkup(namespaces, "Namespace")}${selectMarkup(classes, "Storage class")}
<button type="reset">Clear</button><button type="button" class="expand" aria-pressed="false">Open all</button>
<output aria-live="polite"></output>
</form>
`;
}
