import type { AnyController } from "../../controllers/index.ts";
import type { AnyFinalizerEntry, KnowledgeAndRules } from "../../define/index.ts";
import { inOrder } from "../../kubernetes/index.ts";
import type { Page } from "../../report/index.ts";
import {
  controllerPage,
  finalizerPage,
  kindPageNamed,
  kindPages,
  remedyPage,
  rulePage,
  waitPage,
} from "./entry-pages.ts";
import { dangerPages, reasonPages } from "./reason-pages.ts";
import { statePages } from "./state-pages.ts";

/** Every page of `explain`, by name: one source for the command, the docs and completion. */
export function pagesOf(knowledge: KnowledgeAndRules): readonly Page[] {
  const byController = new Map<string, AnyController[]>();
  for (const model of knowledge.controllers) {
    byController.set(model.name, [...(byController.get(model.name) ?? []), model]);
  }
  return [
    ...knowledge.finalizers.map(finalizerPage),
    ...knowledge.waits.map(waitPage),
    ...knowledge.rules.map(rulePage),
    ...knowledge.remedies.map(remedyPage),
    ...reasonPages(knowledge),
    ...dangerPages(),
    ...statePages(),
    ...kindPages(knowledge),
    ...[...byController].map(([name, models]) => controllerPage(name, models)),
  ].sort((a, b) => inOrder(a.name, b.name));
}

/** The pages that a person means by a name: a reason that several entries give has several. */
export function pagesNamed(
  name: string,
  pages: readonly Page[],
  knowledge: KnowledgeAndRules,
): readonly Page[] {
  const wanted = name.toLowerCase();
  const exact = pages.filter((page) => page.name.toLowerCase() === wanted);
  if (exact.length > 0) return exact;
  const kind = kindPageNamed(wanted);
  if (kind !== undefined) return pages.filter((page) => page.name === kind);
  const rule = knowledge.rules.find((candidate) => candidate.name === wanted);
  if (rule !== undefined) return pages.filter((page) => page.name === rule.code);
  const entry = knowledge.finalizers.find((candidate) => isMatch(candidate, name));
  return entry === undefined ? [] : pages.filter((page) => page.name === entry.finalizer);
}

/** A finalizer can have a part that differs, such as the driver's name. */
function isMatch(entry: AnyFinalizerEntry, finalizer: string): boolean {
  return entry.matches?.(finalizer) ?? entry.finalizer === finalizer;
}
