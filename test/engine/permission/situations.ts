/** What fix may be asked to do, and everything that it depends on whether it may. */
import { type Act, type Edit, type KubeObject, type Resource, seenRefOf } from "../../../src/model/index.ts";
import {
  attachment,
  attributesClass,
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  node,
  pod,
  snapshot,
  storageClass,
  volume,
} from "../../support/objects.ts";

export interface Situation {
  readonly what: string;
  readonly act: Act;
  readonly objects: readonly KubeObject[];
  readonly hidden?: readonly Resource[];
}

const gone = { deletionTimestamp: true } as const;
const pvc = "kubernetes.io/pvc-protection";
const pv = "kubernetes.io/pv-protection";
const maker = "external-provisioner.volume.kubernetes.io/finalizer";
const inTree = "kubernetes.io/pv-controller";
const attacher = "external-attacher/ebs-csi-aws-com";
const bound = "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection";
const contentBound = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";
const unique = "kubernetes.io/csi/ebs.csi.aws.com^vol-0abc";
const strange = "example.com/keep";

function withGrace(object: KubeObject, seconds: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, deletionGracePeriodSeconds: seconds } };
}

/** The finalizer is taken off the first of the objects. */
function removal(
  what: string,
  finalizer: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): Situation {
  const [object] = objects;
  return { what, act: { do: "drop-finalizer", on: seenRefOf(object), finalizer }, objects, hidden };
}

function edit(what: string, change: Edit, ...objects: readonly [KubeObject, ...KubeObject[]]): Situation {
  const [object] = objects;
  return { what, act: { do: "edit", on: seenRefOf(object), edits: [change] }, objects };
}

function deletion(
  what: string,
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): Situation {
  const [object] = objects;
  return { what, act: { do: "delete", on: seenRefOf(object) }, objects, hidden };
}

const data = claim({ ...gone, finalizers: [pvc], volumeName: "pv-data", phase: "Bound" });
const both = claim({ ...gone, finalizers: [pvc, strange], volumeName: "pv-data", phase: "Bound" });
const user = pod({ claims: ["data"] });
const finished = pod({ name: "job", claims: ["data"], phase: "Succeeded" });
const finishedToo = pod({ name: "job2", claims: ["data"], phase: "Failed" });
const unscheduled = pod({ name: "new", claims: ["data"], nodeName: "" });
const disk = (finalizers: readonly string[], more: Parameters<typeof volume>[0] = {}) =>
  volume({ ...gone, finalizers, spec: ebs, phase: "Released", policy: "Retain", ...more });
const attached = attachment({ ...gone, finalizers: [attacher] });
const detached = attachment({ ...gone, finalizers: [attacher], attached: false });
const golden = content({ ...gone, finalizers: [contentBound] });
const kept = content({ ...gone, finalizers: [contentBound], policy: "Retain" });
const reporting = node({ volumesInUse: [unique] });
const reportingAttached = { ...node(), status: { volumesAttached: [{ name: unique, devicePath: "" }] } };

export const removals: readonly Situation[] = [
  removal("the protection of a claim that nothing uses", pvc, [data]),
  removal("of one that a pod uses", pvc, [data, user]),
  removal("of one that finished pods use", pvc, [data, finished, finishedToo]),
  removal("of one that both use", pvc, [data, finished, user]),
  removal("of one that a pod without a node names", pvc, [data, unscheduled]),
  removal("of one whose pods cannot be read", pvc, [data], ["v1/pods"]),
  removal("another finalizer of a claim that keeps its protection", strange, [both, user]),
  removal("the protection of a claim that keeps another finalizer", pvc, [both, user]),
  removal("the last finalizer, that nobody knows, of a claim in use", strange, [
    claim({ ...gone, finalizers: [strange] }),
    user,
  ]),
  removal("of a claim that is not being deleted", pvc, [claim({ finalizers: [pvc] })]),
  removal("of a claim that still has time", pvc, [withGrace(data, 30)]),
  removal("of a claim whose time is over", pvc, [withGrace(data, 0)]),
  removal("one that it does not have", "example.com/none", [data]),
  removal("one that it has twice", pvc, [claim({ ...gone, finalizers: [pvc, pvc] })]),
  removal("one that is no name", "a b", [claim({ ...gone, finalizers: ["a b"] })]),
  removal("one that begins like none", "-a/b", [claim({ ...gone, finalizers: ["-a/b"] })]),
  removal("one that ends like none", "a/b-", [claim({ ...gone, finalizers: ["a/b-"] })]),
  removal("one of one letter", "a", [claim({ ...gone, finalizers: ["a"] })]),
  removal("of a pod", "a/b", [pod({ ...gone, finalizers: ["a/b"] })]),
  removal("of a namespace", "a/b", [namespaceObject({ ...gone, finalizers: ["a/b"] })]),
  removal("of a storage class", "a/b", [storageClass({ ...gone, finalizers: ["a/b"] })]),
  removal("of a class of attributes", "a/b", [attributesClass({ ...gone, finalizers: ["a/b"] })]),
  removal("the protection of a volume with Retain", pv, [disk([pv])]),
  removal("of one with Delete", pv, [disk([pv], { policy: "Delete" })]),
  removal("of one with Delete and no CSI driver", pv, [
    disk([pv], { policy: "Delete", spec: { hostPath: { path: "/data" } } }),
  ]),
  removal("of one with Delete that keeps another finalizer", pv, [disk([pv, strange], { policy: "Delete" })]),
  removal("the provisioner's finalizer, with Delete, beside another", maker, [
    disk([maker, strange], { policy: "Delete" }),
  ]),
  removal("the provisioner's finalizer, with Retain, beside another", maker, [disk([maker, strange])]),
  removal("the PV controller's finalizer, with Delete, beside another", inTree, [
    disk([inTree, strange], { policy: "Delete" }),
  ]),
  removal("the protection of a volume that is Bound, of a claim that is gone", pv, [
    disk([pv], { phase: "Bound", claimRef: claimRefTo(data) }),
  ]),
  removal("the protection of a volume whose claim lives", pv, [
    disk([pv], { phase: "Bound", claimRef: claimRefTo(data) }),
    data,
  ]),
  removal("the protection of a volume whose claim is another one now", pv, [
    disk([pv], { claimRef: claimRefTo(claim({ uid: "old" })) }),
    data,
  ]),
  removal("the protection of a volume that is reserved by name", pv, [
    disk([pv], { claimRef: { namespace: "shop", name: "data" } }),
    data,
  ]),
  removal(
    "the protection of a volume whose claim cannot be read",
    pv,
    [disk([pv], { claimRef: claimRefTo(data) }), data],
    ["v1/persistentvolumeclaims"],
  ),
  removal("another finalizer of a volume whose claim lives", strange, [
    disk([pv, strange], { phase: "Bound", claimRef: claimRefTo(data) }),
    data,
  ]),
  removal("of a volume that is attached", strange, [disk([pv, strange]), attachment()]),
  removal("of a volume beside one that is attached", strange, [
    disk([pv, strange]),
    attachment({ volume: "pv-other" }),
  ]),
  removal(
    "of a volume whose attachments cannot be read",
    strange,
    [disk([pv, strange])],
    ["storage.k8s.io/v1/volumeattachments"],
  ),
  removal("of a volume that a node reports as mounted", strange, [disk([pv, strange]), reporting]),
  removal("of a volume that a node reports as attached", strange, [disk([pv, strange]), reportingAttached]),
  removal("of a volume beside one that a node reports", strange, [
    disk([pv, strange]),
    node({ volumesInUse: ["kubernetes.io/csi/ebs.csi.aws.com^vol-other"] }),
  ]),
  removal("of a volume whose nodes cannot be read", strange, [disk([pv, strange])], ["v1/nodes"]),
  removal("of an attachment that is attached", attacher, [attached]),
  removal("of an attachment that is detached", attacher, [detached, node()]),
  removal("of an attachment whose node reports the volume", attacher, [
    detached,
    volume({ spec: ebs }),
    reporting,
  ]),
  removal("of an attachment whose volume a pod on that node uses", attacher, [
    detached,
    volume({ spec: ebs, claimRef: claimRefTo(data) }),
    data,
    user,
    node(),
  ]),
  removal("of an attachment whose volume a finished pod names", attacher, [
    detached,
    volume({ spec: ebs, claimRef: claimRefTo(data) }),
    data,
    finished,
    node(),
  ]),
  removal("of an attachment whose volume a pod elsewhere uses", attacher, [
    detached,
    volume({ spec: ebs, claimRef: claimRefTo(data) }),
    data,
    pod({ claims: ["data"], nodeName: "node-b" }),
    node(),
  ]),
  removal("of an attachment whose node cannot be read", attacher, [detached], ["v1/nodes"]),
  removal(
    "of an attachment whose volume cannot be read",
    attacher,
    [detached, node()],
    ["v1/persistentvolumes"],
  ),
  removal(
    "of an attachment whose pods cannot be read",
    attacher,
    [detached, volume({ spec: ebs, claimRef: claimRefTo(data) }), data, node()],
    ["v1/pods"],
  ),
  removal("of a snapshot", bound, [snapshot({ ...gone, finalizers: [bound] })]),
  removal("of a content with Delete", contentBound, [golden]),
  removal("of a content with Delete that has no handle and no driver", contentBound, [
    { ...golden, status: {}, spec: { deletionPolicy: "Delete" } } as KubeObject,
  ]),
  removal("of a content with Retain", contentBound, [kept]),
  removal("of a content whose snapshot lives", contentBound, [kept, snapshot({ content: "snapcontent-1" })]),
  removal("of a content whose snapshot is another one now", contentBound, [kept, snapshot({ uid: "other" })]),
  removal(
    "of a content whose snapshots cannot be read",
    contentBound,
    [kept],
    ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  ),
  removal("of a content that keeps another finalizer", contentBound, [
    content({ ...gone, finalizers: [contentBound, strange] }),
    snapshot({ content: "snapcontent-1" }),
  ]),
];

const living = volume({ spec: ebs, policy: "Delete", phase: "Bound" });
const policy = "/spec/persistentVolumeReclaimPolicy";
const annotations = "/metadata/annotations";
const mark = "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted";
const set = (path: string, value: unknown): Edit => ({ op: "replace", path, value, was: "x" });
const add = (path: string, value: unknown): Edit => ({ op: "add", path, value });
const take = (path: string): Edit => ({ op: "remove", path, was: "x" });
const released = (more: Parameters<typeof volume>[0] = {}) =>
  volume({ spec: ebs, policy: "Retain", phase: "Released", claimRef: claimRefTo(data), ...more });

export const editions: readonly Situation[] = [
  edit("Retain", set(policy, "Retain"), living),
  edit("Retain where nothing was", add(policy, "Retain"), living),
  edit("Delete", set(policy, "Delete"), living),
  edit("no policy", take(policy), living),
  edit("Retain of a content", set("/spec/deletionPolicy", "Retain"), content()),
  edit("Delete of a content", set("/spec/deletionPolicy", "Delete"), content()),
  edit("a field below the policy", set(`${policy}/x`, "Retain"), living),
  edit("a mark of our own", add(`${annotations}/pvguard.dev~1nudged-at`, "now"), living),
  edit("a mark of our own goes", take(`${annotations}/pvguard.dev~1ignore`), living),
  edit("something behind a mark of our own", add(`${annotations}/pvguard.dev~1ignore/x`, "now"), living),
  edit("something before it", add(`/x${annotations}/pvguard.dev~1ignore`, "now"), living),
  edit("somebody else's mark", add(`${annotations}/example.com~1x`, "now"), living),
  edit(
    "the mark of the snapshot-controller",
    add(`${annotations}/${mark.replace("/", "~1")}`, "yes"),
    golden,
  ),
  edit("that mark goes", take(`${annotations}/${mark.replace("/", "~1")}`), golden),
  edit("all annotations, our own", add(annotations, { "pvguard.dev/nudged-at": "now" }), living),
  edit("all annotations, with that mark", add(annotations, { [mark]: "yes" }), golden),
  edit("all annotations, one of them not ours", add(annotations, { [mark]: "yes", "a/b": "c" }), golden),
  edit("all annotations, none", add(annotations, {}), living),
  edit("all annotations, no annotations", add(annotations, "x"), living),
  edit("all annotations replaced", set(annotations, { "pvguard.dev/nudged-at": "now" }), living),
  edit("an annotation with a tilde", add(annotations, { "pvguard.dev/a~b": "now" }), living),
  edit("its protection, the first", add("/metadata/finalizers", [pv]), living),
  edit("its protection, one more", add("/metadata/finalizers/-", pv), volume({ finalizers: [strange] })),
  edit("a claim's protection", add("/metadata/finalizers", [pvc]), claim()),
  edit(
    "a claim's protection, one more",
    add("/metadata/finalizers/-", pvc),
    claim({ finalizers: [strange] }),
  ),
  edit("another's protection", add("/metadata/finalizers/-", pvc), living),
  edit("the list where one is", add("/metadata/finalizers", [pv]), volume({ finalizers: [strange] })),
  edit("the list with two", add("/metadata/finalizers", [pv, strange]), living),
  edit("its protection while it goes", add("/metadata/finalizers/-", pv), disk([strange])),
  edit("a finalizer goes", take("/metadata/finalizers/0"), living),
  edit("a finalizer is replaced", set("/metadata/finalizers/-", pv), living),
  edit("the protection of a pod", add("/metadata/finalizers", [undefined]), pod()),
  edit("the claimRef of a volume that is kept", take("/spec/claimRef/uid"), released()),
  edit("its version", take("/spec/claimRef/resourceVersion"), released()),
  edit("the whole claimRef", take("/spec/claimRef"), released()),
  edit("another field of the claimRef", take("/spec/claimRef/name"), released()),
  edit("the claimRef of a volume that is not kept", take("/spec/claimRef"), released({ policy: "Delete" })),
  edit("the claimRef of a volume that is being deleted", take("/spec/claimRef"), released(gone)),
  edit("the claimRef of a volume whose claim lives", take("/spec/claimRef"), released(), data),
  edit(
    "the claimRef of a volume whose claim is another one now",
    take("/spec/claimRef"),
    released({ claimRef: claimRefTo(claim({ uid: "old" })) }),
    data,
  ),
  {
    ...edit("the claimRef of a volume whose claim cannot be read", take("/spec/claimRef"), released()),
    hidden: ["v1/persistentvolumeclaims"],
  },
  edit("the claimRef of a volume without one", add("/spec/claimRef", {}), volume({ policy: "Retain" })),
  edit("a claimRef of a claim", take("/spec/claimRef"), claim()),
  edit("another field", set("/spec/capacity", "1Gi"), living),
  {
    what: "two edits, of which one may not be",
    act: {
      do: "edit",
      on: seenRefOf(living),
      edits: [set(policy, "Retain"), set("/spec/capacity", "1Gi")],
    },
    objects: [living],
  },
];

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
];

const [first] = deletions;
const on = seenRefOf(data);

export const others: readonly Situation[] = [
  { what: "a wait", act: { do: "wait", on, until: "Gone", seconds: 1 }, objects: [] },
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
