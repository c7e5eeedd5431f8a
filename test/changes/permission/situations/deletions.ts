import { seenRefOf } from "../../../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  ebs,
  namespaceObject,
  node,
  pod,
  snapshot,
  volume,
} from "../../../support/objects.ts";
import type { Situation } from "./common.ts";
import { data, deletion, finished, gone } from "./common.ts";

const local = (more: Parameters<typeof volume>[0] = {}) =>
  volume({
    phase: "Available",
    ...more,
    spec: {
      local: { path: "/mnt/a" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
          ],
        },
      },
      ...more.spec,
    },
  });
const onLocal = claim({ volumeName: "pv-data", phase: "Bound" });
const used = attachment();
const usedDisk = volume({ spec: ebs, claimRef: claimRefTo(onLocal), phase: "Bound" });

const filledFrom = (kind: string, name: string, facts: Parameters<typeof claim>[0] = {}) =>
  claim({ name: "copy", ...facts, spec: { dataSource: { kind, name } } });

export const deletions: readonly Situation[] = [
  deletion("a pod that has finished", [pod({ phase: "Succeeded" })]),
  deletion("a pod that failed", [pod({ phase: "Failed" })]),
  deletion("a pod that runs", [pod()]),
  deletion("what is being deleted", [pod({ ...gone, phase: "Succeeded" })]),
  deletion("an attachment that nobody needs", [used]),
  deletion("an attachment that a pod needs", [used, usedDisk, onLocal, pod({ claims: ["data"] })]),
  deletion("an attachment that a finished pod names", [used, usedDisk, onLocal, finished]),
  deletion("an attachment whose pods cannot be read", [used, usedDisk, onLocal], ["v1/pods"]),
  deletion("a snapshot that is ready", [snapshot({ readyToUse: true })]),
  deletion("a snapshot that is not ready", [snapshot({ readyToUse: false })]),
  deletion("a snapshot without a status", [snapshot()]),
  deletion("a snapshot from which a claim is to be filled", [
    snapshot(),
    filledFrom("VolumeSnapshot", "nightly"),
  ]),
  deletion("a snapshot from which a claim of another namespace is to be filled", [
    snapshot(),
    claim({
      name: "copy",
      namespace: "test",
      spec: {
        dataSourceRef: {
          apiGroup: "snapshot.storage.k8s.io",
          kind: "VolumeSnapshot",
          namespace: "shop",
          name: "nightly",
        },
      },
    }),
  ]),
  deletion("a snapshot from which a claim was filled", [
    snapshot(),
    filledFrom("VolumeSnapshot", "nightly", { volumeName: "pv-copy", phase: "Bound" }),
  ]),
  deletion("a snapshot from which a claim was to be filled that goes", [
    snapshot(),
    filledFrom("VolumeSnapshot", "nightly", gone),
  ]),
  deletion("a snapshot, where a populator fills a claim from its namesake", [
    snapshot(),
    claim({
      name: "copy",
      spec: { dataSource: { apiGroup: "x.io", kind: "VolumeSnapshot", name: "nightly" } },
    }),
  ]),
  deletion("a snapshot where claims cannot be read", [snapshot()], ["v1/persistentvolumeclaims"]),
  deletion("a claim of a local volume whose node is gone, and from which another is to be filled", [
    onLocal,
    local({ claimRef: claimRefTo(onLocal) }),
    filledFrom("PersistentVolumeClaim", "data"),
  ]),
  deletion("a claim of a volume that is not local", [onLocal, volume({ spec: ebs })]),
  deletion("a claim of a volume that is gone", [onLocal]),
  deletion("a claim without a volume", [claim()]),
  deletion("a claim of a local volume whose node is there", [
    onLocal,
    local({ claimRef: claimRefTo(onLocal) }),
    node(),
  ]),
  deletion("a claim of a local volume whose node is gone", [
    onLocal,
    local({ claimRef: claimRefTo(onLocal) }),
  ]),
  deletion("a claim of a local volume of another claim", [
    onLocal,
    local({ claimRef: claimRefTo(claim({ uid: "x" })) }),
  ]),
  deletion("a claim whose volume cannot be read", [onLocal], ["v1/persistentvolumes"]),
  deletion("a claim whose nodes cannot be read", [onLocal, local()], ["v1/nodes"]),
  deletion("a local volume whose node is gone", [local()]),
  deletion("a local volume whose node is there", [local(), node()]),
  deletion("a local volume that is Bound", [local({ phase: "Bound" })]),
  deletion("a local volume whose nodes cannot be read", [local()], ["v1/nodes"]),
  deletion("a volume that is not local", [volume({ spec: ebs })]),
  deletion("a namespace", [namespaceObject()]),
  deletion("a claim that says nothing", [{ ...onLocal, spec: undefined }]),
  deletion("a claim of a volume that says nothing", [onLocal, { ...volume(), spec: undefined }]),
  deletion("a volume that says nothing", [{ ...volume(), spec: undefined }]),
];

const [first] = deletions;
const on = seenRefOf(data);

export const others: readonly Situation[] = [
  { what: "a creation", act: { do: "create", on, manifest: "{}" }, objects: [] },
  {
    what: "a kind that is not known",
    act: { do: "delete", on: { ...on, kind: "Strange" } },
    objects: [data],
  },
  {
    what: "what cannot be read",
    act: { do: "delete", on },
    objects: [data],
    hidden: ["v1/persistentvolumeclaims"],
  },
  { what: "what is gone", act: { do: "delete", on }, objects: [] },
  { what: "what is another one now", act: { do: "delete", on: { ...on, uid: "old" } }, objects: [data] },
  ...(first === undefined ? [] : [{ ...first, what: "as before, when all is there" }]),
];
