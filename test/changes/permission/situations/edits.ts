import { seenRefOf } from "../../../../src/kubernetes/index.ts";
import type { Edit } from "../../../../src/report/index.ts";
import { claim, claimRefTo, content, ebs, pod, volume } from "../../../support/objects.ts";
import type { Situation } from "./common.ts";
import { data, disk, edit, golden, gone, pv, pvc, strange } from "./common.ts";

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
  edit("a claimRef somewhere else", take("/x/spec/claimRef"), released()),
  edit(
    "its protection at another place",
    add("/metadata/finalizers/0", pv),
    volume({ finalizers: [strange] }),
  ),
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
