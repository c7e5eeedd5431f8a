import { whole } from "../escape.ts";

/** HTML that is ready to be written. Only `html` makes it, and what it is given as text is escaped. */
export interface Markup {
  readonly markup: string;
}

type Insert = string | number | Markup | readonly Markup[] | undefined;

/**
 * html`<p class="${name}">${text}</p>`: every text is escaped, for an element and for a value in double quotes. Other markup is put
 * in as it is.
 */
export function html(template: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  return { markup: template.map((own, at) => own + inserted(inserts[at])).join("") };
}

export const nothing: Markup = { markup: "" };

function inserted(insert: Insert): string {
  if (insert === undefined) return "";
  if (typeof insert !== "object") return escaped(String(insert));
  return "markup" in insert ? insert.markup : insert.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** https://html.spec.whatwg.org/multipage/parsing.html: neither ends an element nor a value in quotes. */
function escaped(text: string): string {
  return whole(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");
}
