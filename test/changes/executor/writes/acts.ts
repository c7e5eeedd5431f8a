import type { Act, Edit } from "../../../../src/report/index.ts";
import { ask } from "../../../contract/requests.ts";
import { volume } from "../support/objects.ts";
import { item, now, plan } from "../support/plans.ts";
import type { Subject } from "../support/subject.ts";
import { run } from "../support/subject.ts";

export const volumes = "v1/persistentvolumes";
export const onVolume = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };

export const onClaim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  name: "data",
  namespace: "shop",
  uid: "c1",
};

export const policy = "/spec/persistentVolumeReclaimPolicy";
const setDelete: Edit = { op: "replace", path: policy, value: "Delete", was: "Retain" };
export const edit: Act = { do: "edit", on: onVolume, edits: [setDelete] };

/** A volume that is not being deleted. */
export const living = volume(["kubernetes.io/pv-protection"], {
  metadata: { deletionTimestamp: undefined, deletionGracePeriodSeconds: undefined },
});

export async function act(it: Subject, wanted: Act) {
  return await run(it, plan(item([now(wanted, await it.raw(volumes), volumes)])));
}

export function patched(it: Subject, path: string, body: object): Promise<unknown> {
  return ask(it.server, "PATCH", path, { type: "application/merge-patch+json", body });
}
