import type {
  Action,
  KubeObject,
  ObjectMeta,
  PersistentVolume,
  PersistentVolumeClaim,
} from "../model/index.ts";

/** The object as it is after a write. Calls to a backend and DELETE requests leave it as it was. */
export function changedBy(object: KubeObject, action: Action): KubeObject {
  switch (action.do) {
    case "add-finalizer":
      return withMetadata(object, { finalizers: [...(object.metadata.finalizers ?? []), action.finalizer] });
    case "remove-finalizer":
      return withMetadata(object, {
        finalizers: (object.metadata.finalizers ?? []).filter((finalizer) => finalizer !== action.finalizer),
      });
    case "annotate":
      return withMetadata(object, {
        annotations: { ...object.metadata.annotations, [action.key]: action.value },
      });
    case "set-phase":
      return withStatus(object, {
        phase: action.phase,
        ...(action.message ? { message: action.message } : {}),
      });
    case "clear-claim-ref":
      return withoutClaimRef(object as PersistentVolume, action.part);
    case "bind":
      return boundTo(object as PersistentVolumeClaim, action.volume.name);
    case "delete":
    case "destroy-backend":
      return object;
    case "detach-backend":
      return withStatus(object, { attached: false });
  }
}

function withMetadata(object: KubeObject, changes: Partial<ObjectMeta>): KubeObject {
  return { ...object, metadata: { ...object.metadata, ...changes } };
}

function withStatus(object: KubeObject, changes: Record<string, unknown>): KubeObject {
  const { status } = object as KubeObject & { readonly status?: object };
  const changed: KubeObject & { readonly status: object } = { ...object, status: { ...status, ...changes } };
  return changed;
}

function withoutClaimRef(volume: PersistentVolume, part: "uid" | "whole"): KubeObject {
  const { claimRef, ...spec } = volume.spec ?? {};
  if (part === "whole") return withStatus({ ...volume, spec } as KubeObject, { phase: "Available" });
  const { uid: _uid, resourceVersion: _version, ...reserved } = claimRef ?? {};
  return withStatus({ ...volume, spec: { ...spec, claimRef: reserved } } as KubeObject, {
    phase: "Available",
  });
}

function boundTo(claim: PersistentVolumeClaim, volumeName: string): KubeObject {
  const bound: PersistentVolumeClaim = { ...claim, spec: { ...claim.spec, volumeName } };
  return withStatus(bound, { phase: "Bound" });
}
