import { finalizerNames } from "../../controllers/index.ts";
import { type Act, type Edit, isRecord, type KubeObject, own, timestamp } from "../../model/index.ts";
import type { World } from "../world.ts";

type Fields = { readonly [field: string]: unknown };

/** An act, in a world of models. */
export function carriedOut(act: Act, world: World): void {
  const object = world.find(act.on);
  switch (act.do) {
    case "edit":
      if (object !== undefined) world.change(act.edits.reduce(edited, object));
      return;
    case "delete":
      world.deleteObject(act.on);
      return;
    case "create":
      world.change(created(act.manifest, world));
      return;
    case "drop-finalizer":
      world.apply({ do: "remove-finalizer", object: act.on, finalizer: act.finalizer });
      return;
    case "wait":
      return;
  }
}

function edited(object: KubeObject, edit: Edit): KubeObject {
  const path = edit.path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  // An edit of a Kubernetes object leaves one.
  return changedAt(object, path, edit.op === "remove" ? undefined : edit.value) as unknown as KubeObject;
}

function changedAt(value: unknown, [field, ...rest]: readonly string[], to: unknown): unknown {
  if (field === undefined) return to;
  const record: Fields = isRecord(value) ? value : {};
  const { [field]: _old, ...others } = record;
  const changed = changedAt(own(record, field), rest, to);
  return changed === undefined ? others : { ...others, [field]: changed };
}

const yetToBeMade = "made again:";

/** A uid that only a model gave. */
export function isYetToBeMade(uid: string): boolean {
  return uid.startsWith(yetToBeMade);
}

/** As the API server stores a claim or volume that is made. */
function created(manifest: string, world: World): KubeObject {
  const object = JSON.parse(manifest) as KubeObject;
  const finalizer =
    object.kind === "PersistentVolume" ? finalizerNames.pvProtection : finalizerNames.pvcProtection;
  const made: KubeObject & { readonly status: object } = {
    ...object,
    metadata: {
      ...object.metadata,
      uid: `${yetToBeMade} ${object.kind} ${object.metadata.name}`,
      creationTimestamp: timestamp(world.cluster.now),
      finalizers: [finalizer],
    },
    status: { phase: "Pending" },
  };
  return made;
}
