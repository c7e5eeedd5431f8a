import { createCluster } from "../../engine/index.ts";
import { completed, type Rescue, type Restoring, restoring } from "../../engine/rescue/index.ts";
import type { Executor } from "../../executor/index.ts";
import { nameKey, type RawObject, type Refusal, words } from "../../model/index.ts";
import { collect } from "../collect.ts";
import { textsOf } from "../rescue/beginning.ts";
import type { Source } from "../source.ts";

export type Restored =
  | {
      readonly state: "rescue";
      readonly rescue: Rescue;
      readonly left: Extract<Restoring, { restore: "rescue" }>["left"];
    }
  | { readonly state: "refused"; readonly refusal: Refusal }
  | Exclude<Restoring, { restore: "rescue" | "refuse" }>;

/** What is to be created again, with its manifests: those of the backup, and of what still exists. */
export async function restored(
  saved: readonly RawObject[],
  accepted: readonly string[],
  source: Source,
  executor: Executor,
): Promise<Restored> {
  const { made } = await collect(
    (snapshot) => {
      const known = restoring(saved, accepted, createCluster(snapshot));
      return { known, unread: known.restore === "unknown" ? known.unread : [] };
    },
    source.start(),
    source,
  );
  const { known } = made;
  if (known.restore === "refuse") return { state: "refused", refusal: known.refusal };
  if (known.restore !== "rescue") return known;
  const texts = new Map([
    ...(await textsOf(known.rescue, executor)),
    ...saved.map((raw) => [nameKey(raw.ref), raw.text] as const),
  ]);
  const rescue = completed(known.rescue, texts, undefined);
  return "reason" in rescue
    ? { state: "refused", refusal: rescue.reason === "VolumeGone" ? withoutFile(rescue) : rescue }
    : { state: "rescue", rescue, left: known.left };
}

/** undo takes no manifest but those of the backup. */
function withoutFile(refusal: Refusal): Refusal {
  return {
    ...refusal,
    instead: words(
      "Its manifest is not in the backup that you named. If it is in the same folder, name the folder instead of one file.",
    ),
  };
}
