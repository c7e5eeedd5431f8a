import { claimNamed, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import {
  isRecord,
  nameKey,
  nameOf,
  type ObjectRef,
  own,
  type PersistentVolume,
  type Refusal,
  say,
  words,
} from "../../model/index.ts";
import { claimToldBy } from "./remade.ts";
import type { Pair, Rescue, Saved } from "./rescue.ts";
import { refusal } from "./seen.ts";

/** The objects of a rescue that must be read whole before it begins. */
export function toBeRead({ namespace, pairs }: Rescue): readonly ObjectRef[] {
  return pairs.flatMap(({ claim, volume }) => [
    claimNamed(namespace.name, claim.name),
    volumeNamed(volume.name),
  ]);
}

/**
 * The rescue with its manifests.
 *
 * @param read the JSON text of what is there, by `nameKey`
 * @param given the manifest of a volume that is gone, as a person kept it
 */
export function completed(
  rescue: Rescue,
  read: ReadonlyMap<string, string>,
  given: string | undefined,
): Rescue | Refusal {
  const pairs: Pair[] = [];
  for (const pair of rescue.pairs) {
    const whole = completedPair(pair, rescue, read, given);
    if ("reason" in whole) return whole;
    pairs.push(whole);
  }
  return { ...rescue, pairs };
}

function completedPair(
  { claim, volume }: Pair,
  { namespace }: Rescue,
  read: ReadonlyMap<string, string>,
  given: string | undefined,
): Pair | Refusal {
  const ref = volumeNamed(volume.name);
  const text = saved(volume, ref, read) ?? given;
  if (text === undefined)
    return refusal(
      "VolumeGone",
      ref,
      say`${nameOf(ref)} no longer exists, and with it the record of which disk has the data is lost.`,
      words(
        "With its manifest, from a backup or from Git, it can be created again: add --volume-manifest FILE.",
      ),
    );
  const wrong = mismatch(text, volume.name, namespace.name, claim.name);
  if (wrong !== undefined) return wrong;
  const claimText = saved(claim, claimNamed(namespace.name, claim.name), read) ?? claimToldBy(text);
  return { claim: { ...claim, manifest: claimText }, volume: { ...volume, manifest: text } };
}

/** Only of the very object: another one of the same name has another story. */
function saved({ uid }: Saved, ref: ObjectRef, read: ReadonlyMap<string, string>): string | undefined {
  const text = read.get(nameKey(ref));
  if (text === undefined) return undefined;
  const parsed: unknown = JSON.parse(text);
  const metadata = isRecord(parsed) ? own(parsed, "metadata") : undefined;
  return isRecord(metadata) && own(metadata, "uid") === uid ? text : undefined;
}

function mismatch(text: string, name: string, namespace: string, claim: string): Refusal | undefined {
  const volume = JSON.parse(text) as PersistentVolume;
  const { claimRef } = volume.spec ?? {};
  const isIt = volume.kind === "PersistentVolume" && volume.metadata?.name === name;
  const isIts = claimRef?.namespace === namespace && claimRef.name === claim;
  if (isIt && isIts && volumeBackend(volume).type !== "unknown") return undefined;
  return refusal(
    "WrongManifest",
    volumeNamed(name),
    say`This is not the manifest of ${nameOf(volumeNamed(name))}, bound to ${nameOf(claimNamed(namespace, claim))}, with a disk that pvguard knows.`,
  );
}
