import type { Cluster } from "../cluster/index.ts";
import { finalizerNames } from "../controllers/index.ts";
import { changedAt } from "../define/index.ts";
import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isRecord, namesIn, timestamp } from "../kubernetes/index.ts";
import type { Act, Edit } from "../report/index.ts";
import type { Sandbox } from "./timeline/sandbox.ts";

/** Carries an act out in a sandbox, to look ahead: the server is not asked. */
export function imagine(act: Act, sandbox: Sandbox): void {
  switch (act.do) {
    case "drop-finalizer":
      sandbox.apply({ do: "remove-finalizer", object: act.on, finalizer: act.finalizer });
      return;
    case "edit": {
      const object = sandbox.find(act.on);
      if (object !== undefined) sandbox.change(afterEdits(object, act.edits, sandbox.cluster));
      return;
    }
    case "delete":
      sandbox.deleteObject(act.on, act.dependents === "orphaned" ? [finalizerNames.orphanDependents] : []);
      return;
    case "create":
      sandbox.change(created(act.manifest, sandbox));
      return;
  }
}

/** A controller that waits for a change is about to act on it; none waits for what only pvguard reads. */
function afterEdits(object: KubeObject, edits: readonly Edit[], { now }: Cluster): KubeObject {
  const changed = edited(object, edits);
  return edits.every(isOfPvguard) ? changed : changedAt(now, changed);
}

function isOfPvguard(edit: Edit): boolean {
  const annotations = "/metadata/annotations";
  if (edit.path !== annotations) return edit.path.startsWith(`${annotations}/pvguard.dev~1`);
  const keys = "value" in edit && isRecord(edit.value) ? Object.keys(edit.value) : [];
  return keys.length > 0 && keys.every((key) => key.startsWith("pvguard.dev/"));
}

/** The object as it is after these edits, for looking ahead. What the server does is the server's. */
export function edited(object: KubeObject, edits: readonly Edit[]): KubeObject {
  // No edit of a plan takes away what makes it an object of its kind.
  const copy = { ...object };
  for (const edit of edits) carryOut(edit, copy);
  return copy;
}

/** Copies what lies on the way, so that the object that was read stays as it is. */
function carryOut(edit: Edit, root: object): void {
  const parts = [...namesIn(edit.path)];
  const last = parts.pop() ?? "";
  let parent: unknown = root;
  for (const part of parts) {
    const inner = isRecord(parent) && Object.hasOwn(parent, part) ? parent[part] : undefined;
    const copy = Array.isArray(inner) ? [...(inner as unknown[])] : isRecord(inner) ? { ...inner } : inner;
    if (isRecord(parent) && copy !== inner) set(parent, part, copy);
    parent = copy;
  }
  if (Array.isArray(parent)) {
    if (edit.op === "add" && last === "-") parent.push(edit.value);
    return;
  }
  if (!isRecord(parent)) return;
  if (edit.op === "remove") Reflect.deleteProperty(parent, last);
  else set(parent, last, edit.value);
}

function set(parent: object, field: string, value: unknown): void {
  Object.defineProperty(parent, field, { value, writable: true, enumerable: true, configurable: true });
}

const yetToBeMade = "made again:";

/** A uid that only a model gave. */
export function isYetToBeMade(uid: string): boolean {
  return uid.startsWith(yetToBeMade);
}

type Imagined = PersistentVolumeClaim | PersistentVolume;

/** As the API server stores a claim or volume that is made. */
function created(manifest: string, sandbox: Sandbox): Imagined {
  const object: Imagined = JSON.parse(manifest);
  const finalizer =
    object.kind === "PersistentVolume" ? finalizerNames.pvProtection : finalizerNames.pvcProtection;
  return {
    ...object,
    metadata: {
      ...object.metadata,
      uid: `${yetToBeMade} ${object.kind} ${object.metadata.name}`,
      creationTimestamp: timestamp(sandbox.cluster.now),
      finalizers: [finalizer],
    },
    status: { phase: "Pending" },
  };
}
