import { type Diagnosis, type Hold, nameKey, type ObjectRef } from "../../model/index.ts";
import { commandLine } from "../command-line.ts";
import type { Printable } from "../escape.ts";
import { argvWith, noReach, type Reach } from "../reached.ts";

const rescued: Readonly<Record<string, string>> = { PersistentVolumeClaim: "pvc", PersistentVolume: "pv" };

/** The command that restores a claim, or the volume of one, that is being deleted and whose data still exists. */
export function rescueOf(diagnosis: Diagnosis, reach: Reach = noReach): Printable | undefined {
  const { object, state, fate, holds } = diagnosis;
  const isThere = fate?.data === "destroyed" || fate?.data === "leaked" || fate?.data === "kept";
  if (!isThere || rescued[object.kind] === undefined) return undefined;
  if (state !== "Terminating") {
    const claim = claimGoingUnder(diagnosis);
    return claim === undefined ? undefined : rescueLine(claim, reach);
  }
  const hasClaim = [object, ...holds.flatMap(heldBy)].some(isClaim);
  return hasClaim ? rescueLine(object, reach) : undefined;
}

/** The Terminating claim of a volume that is not being deleted itself. */
function claimGoingUnder({ object, holds }: Diagnosis): ObjectRef | undefined {
  const own = holds.filter(({ held }) => nameKey(held) === nameKey(object));
  const marked = own.filter(({ evidence }) =>
    evidence.some(({ about, path }) => isClaim(about) && path === "metadata.deletionTimestamp"),
  );
  return marked.flatMap(heldBy).find(isClaim);
}

function heldBy({ holder }: Hold): readonly ObjectRef[] {
  return "object" in holder ? [holder.object] : [];
}

function isClaim({ kind }: ObjectRef): boolean {
  return kind === "PersistentVolumeClaim";
}

function rescueLine({ kind, name, namespace }: ObjectRef, reach: Reach): Printable | undefined {
  const where = namespace === undefined ? [] : ["-n", namespace];
  const argv = ["kubectl", "pvguard", "rescue", `${rescued[kind] ?? kind}/${name}`, ...where, "--dry-run"];
  return commandLine({ argv: argvWith(argv, reach.flags), shell: reach.shell });
}
