import type { Knowledge, ReasonPage } from "../../engine/index.ts";
import { generalReasons } from "../../engine/index.ts";
import type { Category, Page } from "../../model/index.ts";

/** A reason with one of the entries that give it. */
interface Given {
  readonly name: string;
  readonly page: ReasonPage;
  /** `undefined` for a reason that belongs to no single entry. */
  readonly by: string | undefined;
  /** A finalizer can be removed in spite of it, if a person accepts it by name. */
  readonly holds: "by-finalizer" | "otherwise";
  readonly sources: readonly string[];
}

const meanings: Record<Category, string> = {
  waiting: "waiting: normal, it resolves without action",
  blocked: "blocked: a person must act on a named object",
  stuck: "stuck: a controller should act, but does not",
  unknown: "unknown: something that matters could not be read",
};

/** One page for each reason, however many entries share it. */
export function reasonPages(knowledge: Knowledge): readonly Page[] {
  const groups = new Map<string, Given[]>();
  for (const given of reasonsIn(knowledge)) {
    const key = JSON.stringify([given.name, given.page]);
    groups.set(key, [...(groups.get(key) ?? []), given]);
  }
  return [...groups.values()].flatMap((group) => pageOf(group));
}

function reasonsIn({ finalizers, waits }: Knowledge): readonly Given[] {
  return [
    ...finalizers.flatMap(({ finalizer, reasons, sources }) =>
      givenIn(reasons, finalizer, sources, "by-finalizer"),
    ),
    ...waits.flatMap(({ wait, reasons, sources }) => givenIn(reasons, wait, sources)),
    ...givenIn(generalReasons, undefined, []),
  ];
}

function givenIn(
  reasons: { readonly [name: string]: ReasonPage },
  by: string | undefined,
  sources: readonly string[],
  holds: Given["holds"] = "otherwise",
): readonly Given[] {
  return Object.entries(reasons).map(([name, page]) => ({ name, page, by, holds, sources }));
}

function pageOf(group: readonly Given[]): readonly Page[] {
  const [first] = group;
  if (first === undefined) return [];
  const { title, category, what, why, whatToDo } = first.page;
  const by = group.flatMap((given) => (given.by === undefined ? [] : `\`${given.by}\``));
  const page: Page = {
    name: first.name,
    kind: "reason",
    title,
    facts: [
      ["Means", meanings[category]],
      ...(by.length === 0 ? [] : [["Part of", by.join(", ")] as const]),
      ...(group.some(({ holds }) => holds === "by-finalizer")
        ? [["To override it with fix", `\`--accept ${first.name}\``] as const]
        : []),
    ],
    sections: [
      ["What", what],
      ["Why", why],
      ["What to do", whatToDo],
    ],
    sources: [...new Set(group.flatMap(({ sources }) => sources))],
  };
  return [page];
}
