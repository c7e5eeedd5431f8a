import { nameOf, type Phrase, type PlanItem, type RawObject, say } from "../../model/index.ts";
import { readObject } from "../read/live-read.ts";
import { type SavedObject, saveBackup } from "../store/backup.ts";
import { DiskProblem } from "../store/problem.ts";
import type { World } from "../world.ts";
import { savedFor } from "./touched.ts";

/** Sees to it that nothing is changed that was not saved whole. */
export interface SafeKeeping {
  /** Of everything that the item is about. Gives why not, and then nothing may be sent. */
  saveFor(item: PlanItem): Promise<Phrase | undefined>;
  /** Of one object as it is now. */
  save(object: RawObject): Promise<Phrase | undefined>;
  readonly saved: readonly SavedObject[];
}

export function safeKeeping({ client, edge }: World, run: string): SafeKeeping {
  const saved: SavedObject[] = [];

  async function keep(objects: readonly RawObject[]): Promise<Phrase | undefined> {
    const isNew = (raw: RawObject) => !saved.some(({ object }) => object.text === raw.text);
    const fresh = objects.filter(isNew);
    if (fresh.length === 0) return undefined;
    try {
      for (const each of await saveBackup(edge.disk, edge.directory, run, fresh)) {
        saved.push(each);
        edge.tell({ told: "saved", saved: each });
      }
      return undefined;
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
      return say`Could not write the backup: ${problem.phrase}. Nothing was sent.`;
    }
  }

  return {
    saved,
    save: (object) => keep([object]),
    async saveFor(item) {
      const objects: RawObject[] = [];
      for (const { resource, ref } of savedFor(item)) {
        const found = await readObject(client, resource, ref);
        if (found.state === "unread")
          return say`Could not back up ${nameOf(ref)}: ${found.phrase}. Nothing was sent.`;
        if (found.state === "found") objects.push(found.raw);
      }
      return await keep(objects);
    },
  };
}
