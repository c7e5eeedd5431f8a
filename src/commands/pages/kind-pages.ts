import type { KnowledgeAndRules } from "../../engine/index.ts";
import { kinds, type Page, pluralOf } from "../../model/index.ts";
import { namesOf } from "../arguments/resource-type.ts";
import { askable } from "../resources.ts";

type Kind = (typeof kinds)[number];

const asked = kinds.filter(({ resource }) => askable.includes(resource));

/** One page for each kind that `why` explains: which finalizers it has, and which rules look at it. */
export function kindPages(knowledge: KnowledgeAndRules): readonly Page[] {
  return asked.map((kind) => kindPage(kind, knowledge));
}

/** The name of the page about a kind, by any name of that kind; `undefined` where `why` does not explain it. */
export function kindPageNamed(name: string): string | undefined {
  return asked.find((kind) => namesOf(kind).includes(name.toLowerCase()))?.singular;
}

function kindPage(kind: Kind, { finalizers, rules }: KnowledgeAndRules): Page {
  const { resource, singular } = kind;
  const held = finalizers.filter(({ on }) => on.includes(resource));
  const looking = rules.filter(({ on }) => on.includes(resource));
  const code = (name: string) => `\`${name}\``;
  return {
    name: singular,
    kind: "kind",
    title: `What pvguard knows about ${pluralOf(resource)}`,
    facts: [
      [
        "Also called",
        namesOf(kind)
          .filter((name) => name !== singular)
          .join(", "),
      ],
    ],
    sections: [
      [
        "What to do",
        `    kubectl pvguard why ${singular}/NAME\n    kubectl pvguard blockers ${singular}/NAME\n    kubectl pvguard why ${singular}`,
      ],
      ["Finalizers", held.map(({ finalizer, owner }) => `${code(finalizer)}: ${owner}.`).join("\n\n")],
      ["Rules of audit", looking.map(({ code: number, title }) => `${code(number)}: ${title}.`).join("\n\n")],
    ].filter((section): section is [string, string] => section[1] !== ""),
    sources: [],
  };
}
