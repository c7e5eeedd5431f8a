import type { DangerFacts, Knowledge, ReasonPage } from "../../define/index.ts";
import { dangers, generalReasons } from "../../define/index.ts";
import type { Category, Page } from "../../report/index.ts";

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

type ReasonTexts = Record<"title" | "what" | "why" | "whatToDo", string>;

/** The part of a page that answers the same three questions about each thing. */
export function told({ title, what, why, whatToDo }: ReasonTexts): Pick<Page, "title" | "sections"> {
  const sections: Page["sections"] = [
    ["What", what],
    ["Why", why],
    ["What to do", whatToDo],
  ];
  return { title, sections };
}

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
  const by = group.flatMap((given) => (given.by === undefined ? [] : `\`${given.by}\``));
  const page: Page = {
    name: first.name,
    kind: "reason",
    ...told(first.page),
    facts: [
      ["Means", meanings[first.page.category]],
      ...(by.length === 0 ? [] : [["Part of", by.join(", ")] as const]),
      ...(group.some(({ holds }) => holds === "by-finalizer")
        ? [["To override it with fix", `\`--accept ${first.name}\``] as const]
        : []),
    ],
    sources: [...new Set(group.flatMap(({ sources }) => sources))],
  };
  return [page];
}

const costs: Record<DangerFacts["cost"], string> = {
  loss: "loss: data is lost or can be damaged",
  leak: "leak: no data is lost, but the disk or the snapshot remains in the storage backend, and Kubernetes has no record of it",
  risk: "risk: it may do no harm, but that cannot be ruled out",
};

/** One page for each danger that a person accepts by name and that is not the reason of a hold. */
export function dangerPages(): readonly Page[] {
  return Object.entries(dangers).map(([name, danger]) => ({
    name,
    kind: "danger",
    ...told(danger),
    facts: [
      ["Means", costs[danger.cost]],
      ...(danger.acceptedBy.length === 0
        ? []
        : ([["To accept it", `\`--accept ${name}\`, with ${danger.acceptedBy.join(", ")}`]] as const)),
    ],
    sources: [],
  }));
}
