import type { ObjectRef, Phrase, PhrasePart } from "../../kubernetes/index.ts";
import { nameOf, say, shortNameOf, withoutNamespace, words } from "../../kubernetes/index.ts";
import type { Blocker, BlockerList, BlockersOf } from "../../report/index.ts";
import type { Block, Text } from "../doc.ts";
import { apart, indented, item, paragraph, section, sentence, table, verbatim } from "../doc.ts";
import { forPeople } from "../present.ts";
import { askAbout } from "../reached.ts";
import type { RenderOptions } from "../renderer.ts";
import { headerBlocks } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

/** One column: its header, and its cell in a row. An empty cell shows as `<none>`. */
interface Column {
  readonly name: string;
  readonly only?: "wide";
  cell(blocker: Blocker): Text;
}

const columns: readonly Column[] = [
  { name: "namespace", cell: ({ object }) => optionally(object.namespace) },
  { name: "object", cell: ({ object }) => shortNameOf(object) },
  { name: "state", cell: ({ state }) => say`${state}` },
  { name: "node", cell: ({ node }) => optionally(node) },
  { name: "scale", cell: ({ scale }) => (scale === undefined ? [] : shortNameOf(scale)) },
  { name: "field", only: "wide", cell: ({ refersBy }) => say`${refersBy}` },
  { name: "uid", only: "wide", cell: ({ object }) => optionally(object.uid) },
  { name: "holds", cell: ({ counts }) => [{ words: counts, style: counts === "yes" ? "careful" : "aside" }] },
  { name: "why", cell: whyOf },
];

/** Without what stands in other columns: the object, its state and its node. */
function whyOf({ object, state, node, because }: Blocker): Text {
  const named = joined(withoutNamespace(because, object.namespace));
  const bare = after(named, shortNameOf(object));
  if (bare === named) return named;
  const own = [say` (${state})`, ...(node === undefined ? [] : [say` on node/${node}`])];
  return after(own.reduce(after, bare), words(" "));
}

/** With words that stand side by side as one part. */
function joined(phrase: Phrase): Phrase {
  const parts: PhrasePart[] = [];
  for (const part of phrase) {
    const last = parts.at(-1);
    if (last !== undefined && "words" in last && "words" in part)
      parts.splice(-1, 1, { words: last.words + part.words });
    else parts.push(part);
  }
  return parts;
}

/** A phrase without its beginning; the phrase itself, where it does not begin so. */
function after(phrase: Phrase, beginning: Phrase): Phrase {
  let rest = phrase;
  for (const part of beginning) {
    const [first, ...others] = rest;
    if (first === undefined) return phrase;
    if ("words" in part && "words" in first && first.words.startsWith(part.words)) {
      const left = first.words.slice(part.words.length);
      rest = left === "" ? others : [{ ...first, words: left }, ...others];
    } else if ("data" in part && "data" in first && first.data === part.data) rest = others;
    else return phrase;
  }
  return rest;
}

function optionally(data: string | undefined): Text {
  return data === undefined ? [] : say`${data}`;
}

function tableOf(blockers: readonly Blocker[], options: RenderOptions): readonly Block[] {
  if (blockers.length === 0) return [];
  const chosen = columns.filter(({ only }) => only === undefined || options.wide);
  const rows = blockers.map((blocker) => chosen.map(({ cell }) => cell(blocker)));
  return [
    table(
      chosen.map(({ name }) => name),
      rows,
      options,
    ),
  ];
}

function subjectBlocks(
  subject: BlockersOf,
  list: BlockerList,
  options: RenderOptions,
): readonly (readonly Block[])[] {
  const { object, taken, blockers, others, victims } = subject;
  const isNone = blockers.length + others.length === 0;
  const isAssumed = taken === "as-deleted" && !isNone;
  const heading = say`${nameOf(object)}${words(isAssumed ? ", if it were deleted now" : "")}:`;
  const title = list.subjects.length > 1 || isAssumed ? [paragraph(heading, 2)] : [];
  const none = isNone ? noneFoundOf(object, taken, list, options) : [];
  const intro = paragraph(words("These objects wait for it, but do not hold it:"));
  return [
    [...title, ...none, ...tableOf(blockers, options)],
    othersBlocks(subject),
    victims.length === 0 ? [] : [intro, ...tableOf(victims, options)],
  ];
}

/** A finalizer, a controller, a driver or a person: no deletion of an object ends that. */
function othersBlocks({ object, blockers, others }: BlockersOf): readonly Block[] {
  if (others.length === 0) return [];
  const heading =
    blockers.length === 0
      ? say`No other object holds ${nameOf(object)}. Its deletion waits for this:`
      : say`The deletion also waits for this:`;
  return [
    paragraph(heading, 2),
    ...others.map(({ because }) => item(words("- "), [paragraph(sentence(because))])),
  ];
}

/** An object that is being deleted all the same waits for something else, such as its controller. */
function noneFoundOf(
  object: ObjectRef,
  taken: BlockersOf["taken"],
  list: BlockerList,
  options: RenderOptions,
): readonly Block[] {
  const none = paragraph(noneFound(nameOf(object), list), 2);
  if (taken === "as-deleted") return [none];
  const why = askAbout(object, "why", options);
  if (why === undefined) return [none];
  return [
    none,
    paragraph(words("It is still being deleted. To see what it waits for:"), 2),
    indented([verbatim([{ words: why, style: "command" }])]),
  ];
}

/** What was not read may block as well. */
function noneFound(what: Phrase, { unread, skipped }: BlockerList): Text {
  const isPartial = unread.length > 0 || skipped.length > 0;
  return say`No blockers found for ${what}${words(isPartial ? ", but not everything could be read" : "")}`;
}

function blockersBlocks(list: BlockerList, options: RenderOptions): readonly Block[] {
  const isNone = list.subjects.length === 0;
  return apart([
    headerBlocks(list, options),
    isNone ? [paragraph(noneFound(words("any of them"), list), 2)] : [],
    ...list.subjects.flatMap((subject) => subjectBlocks(subject, list, options)),
    section(words("Not read"), unreadBlocks(list.unread)),
  ]);
}

export const blockersTable = forPeople("table", "a table for people", blockersBlocks);

export const blockersWide = forPeople<BlockerList>("wide", "a table with more columns", (list, options) =>
  blockersBlocks(list, { ...options, wide: true }),
);
