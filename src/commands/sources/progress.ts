import type { Phrase, Resource } from "../../kubernetes/index.ts";
import { pluralOf, say, words } from "../../kubernetes/index.ts";
import type { FilesRead } from "../../reading/files/index.ts";
import { thousands } from "../../render/amounts.ts";
import type { Tell } from "../surroundings.ts";

interface Read {
  readonly read: number;
  readonly expected: number | undefined;
}

/** Hears of each page of a list that was read, and says how far the reading of the cluster is. */
export function listsTold(
  tell: Tell,
): (resource: Resource, read: number, expected: number | undefined) => void {
  const lists = new Map<Resource, Read>();
  return (resource, read, expected) => {
    lists.set(resource, { read, expected });
    tell(sentence(lists));
  };
}

function sentence(lists: ReadonlyMap<Resource, Read>): Phrase {
  const all = [...lists.values()];
  const read = all.reduce((sum, list) => sum + list.read, 0);
  const expected = all.reduce((sum, list) => sum + Math.max(list.read, list.expected ?? 0), 0);
  const open = [...lists].filter(([, list]) => (list.expected ?? 0) > list.read);
  const parts = open.map(
    ([resource, list]) => `${pluralOf(resource)} ${thousands(list.read)} of ${thousands(list.expected ?? 0)}`,
  );
  const kinds = lists.size === 1 ? "1 kind" : `${lists.size} kinds`;
  const objects =
    read === expected ? `${thousands(read)} objects` : `${thousands(read)} of ${thousands(expected)} objects`;
  return words(`Reading: ${kinds}, ${objects}${parts.length === 0 ? "" : ` (${parts.join(", ")})`}`);
}

/** Says how far the reading of files is. */
export function filesTold(tell: Tell): (read: FilesRead) => void {
  return ({ file, done, of, objects }) =>
    tell(
      say`Reading ${file}: read ${thousands(done)} of ${words(of === 1 ? "1 file" : `${thousands(of)} files`)}, ${thousands(objects)} objects`,
    );
}
