import type { Phrase, PhrasePart } from "../../model/index.ts";
import { shown } from "../escape.ts";

/**
 * A phrase as one line of Markdown. Every piece of data is a code span, in which nothing is a link, an image, a mention
 * or markup. https://spec.commonmark.org/0.31.2/#code-spans
 */
export function inMarkdown(phrase: Phrase): string {
  return joined(phrase)
    .map((part) => ("words" in part ? ownWords(part.words) : codeSpan(part.data)))
    .join("");
}

/** `pod` `/` `web` is one name: data with only punctuation between is one piece of data. Two spans must not touch. */
function joined(phrase: Phrase): readonly PhrasePart[] {
  const parts: PhrasePart[] = [];
  for (const [position, part] of phrase.entries()) {
    const last = parts.at(-1);
    const next = phrase[position + 1];
    const isGlue = "words" in part && /^[/.:=-]+$/.test(part.words) && next !== undefined && "data" in next;
    if (last !== undefined && "data" in last && ("data" in part || isGlue)) {
      parts[parts.length - 1] = { data: last.data + ("data" in part ? part.data : part.words) };
    } else parts.push(part);
  }
  return parts;
}

/** A fence longer than any run of backticks inside. A bar would end the cell of a table, also within code. */
function codeSpan(data: string): string {
  if (data === "") return "";
  const text = shown(data).replaceAll("|", "\\x7c");
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") || /^ .* $/.test(text) ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function ownWords(text: string): string {
  return text.replaceAll(/[\\`*_<>[\]|]/g, "\\$&");
}
