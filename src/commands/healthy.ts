import { join, kindNamed, pluralOf, type Report, say, words } from "../model/index.ts";
import type { Asked } from "./ask.ts";
import type { Edge } from "./edge.ts";
import { printLine } from "./print.ts";

/** The answer when every object of a type is as it should be. */
export function sayAllHealthy({ objects, answer }: Asked<Report>, edge: Edge): void {
  const resources = objects.flatMap(({ apiVersion, kind }) => kindNamed(apiVersion, kind)?.resource ?? []);
  const types = join(
    [...new Set(resources)].map((resource) => words(pluralOf(resource))),
    ", ",
  );
  const looked = objects.length === 1 ? "One object" : `${objects.length} objects`;
  const proviso = words(answer.unread.length === 0 ? "" : " in what could be read");
  printLine(edge.out, say`${words(looked)} checked (${types}): no problems found${proviso}.`);
}
