import type { ObjectRef } from "../model/index.ts";
import { commandLine } from "./command-line.ts";
import { argvWith, noReach } from "./reached.ts";
import type { RenderOptions } from "./renderer.ts";

const typed: Readonly<Record<string, string>> = {
  PersistentVolumeClaim: "pvc",
  PersistentVolume: "pv",
  Pod: "pod",
  VolumeAttachment: "volumeattachment",
  VolumeSnapshot: "volumesnapshot",
  VolumeSnapshotContent: "volumesnapshotcontent",
};

/** The command of pvguard about one object, to be pasted into the person's shell. Undefined for a kind that has no short name. */
export function askAbout(
  object: ObjectRef,
  command: "why" | "fix",
  { reach = noReach }: RenderOptions,
): string | undefined {
  const kind = typed[object.kind];
  if (kind === undefined) return undefined;
  const where = object.namespace === undefined ? [] : ["-n", object.namespace];
  const argv = ["kubectl", "pvguard", command, `${kind}/${object.name}`, ...where];
  return commandLine({ argv: argvWith(argv, reach.flags), shell: reach.shell });
}
