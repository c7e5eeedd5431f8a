import type { KubeObject } from "../../../src/kubernetes/index.ts";
import {
  claim,
  content,
  ebs,
  namespaceObject,
  ofUnknownKind,
  snapshot,
  volume,
} from "../../support/objects.ts";
import { situationsOf } from "./situation.ts";

const gone = { deletionTimestamp: true } as const;
const without = (policy: undefined) => ({ spec: { ...ebs, persistentVolumeReclaimPolicy: policy } });
const bare = volume(without(undefined));
const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

const setting = situationsOf("set-retain", {
  "a volume": { objects: [volume({ spec: ebs })] },
  "a volume with policy Recycle": { objects: [volume({ policy: "Recycle" })] },
  "a volume without a policy": { objects: [bare] },
  "a volume with policy Retain": { objects: [volume({ policy: "Retain" })] },
  "a volume that is Released": { objects: [volume({ phase: "Released" })] },
  "a volume that is Failed": { objects: [volume({ phase: "Failed" })] },
  "a volume without a status": { objects: [{ ...volume(), status: undefined }] },
  "a volume without a spec": { objects: [{ ...volume(), spec: undefined }] },
  "a volume that is being deleted": { objects: [volume({ ...gone, phase: "Bound" })] },
  "volumes were not read": { objects: [volume()], hidden: ["v1/persistentvolumes"] },
});

const failed = (annotations: { readonly [key: string]: string } = {}): KubeObject => ({
  ...content({ annotations }),
  status: { readyToUse: false, error: { message: "full" } },
});

const retainingSnapshot = situationsOf("retain-snapshot", {
  "a content": { objects: [content()] },
  "a content without a handle": { objects: [{ ...content(), status: {} }] },
  "a content whose snapshot could not be made": { objects: [failed()] },
  "a content whose snapshot may yet have been made": {
    objects: [failed({ "snapshot.storage.kubernetes.io/volumesnapshot-being-created": "yes" })],
  },
  "a content without a status": { objects: [{ ...content(), status: undefined }] },
  "a content with policy Retain": { objects: [content({ policy: "Retain" })] },
  "a content without a spec": { objects: [{ ...content(), spec: undefined }] },
  "contents were not read": { objects: [content()], hidden: [contents] },
});

const shop = namespaceObject();
const owned = (name: string, volumeName: string) => claim({ name, volumeName, phase: "Bound" });
const ref = (name: string, namespace = "shop") => ({ namespace, name, uid: `${name}-uid` });

const retainingVolumes = situationsOf("retain-volumes", {
  "two claims, by the names of their volumes": {
    objects: [
      shop,
      owned("a", "pv-b"),
      owned("b", "pv-a"),
      volume({ name: "pv-b", claimRef: ref("a") }),
      volume({ name: "pv-a", claimRef: ref("b"), ...gone }),
    ],
  },
  "two claims that name one volume": {
    objects: [shop, owned("a", "pv-a"), owned("b", "pv-a"), volume({ name: "pv-a", claimRef: ref("b") })],
  },
  "one of two has Retain": {
    objects: [
      shop,
      owned("a", "pv-a"),
      owned("b", "pv-b"),
      volume({ name: "pv-a", claimRef: ref("a"), policy: "Retain" }),
      volume({ name: "pv-b", claimRef: ref("b") }),
    ],
  },
  "a volume without a policy": {
    objects: [shop, owned("a", "pv-a"), volume({ ...without(undefined), name: "pv-a", claimRef: ref("a") })],
  },
  "all have Retain": {
    objects: [shop, owned("a", "pv-a"), volume({ name: "pv-a", claimRef: ref("a"), policy: "Retain" })],
  },
  "no claim has a volume": { objects: [shop, claim()] },
  "a claim without a spec": { objects: [shop, { ...claim(), spec: undefined }] },
  "the volume is gone": { objects: [shop, owned("a", "pv-a")] },
  "the volume is of another namespace": {
    objects: [shop, owned("a", "pv-a"), volume({ name: "pv-a", claimRef: ref("a", "other") })],
  },
  "the volume is free": { objects: [shop, owned("a", "pv-a"), volume({ name: "pv-a" })] },
  "the volume has no spec": {
    objects: [shop, owned("a", "pv-a"), { ...volume({ name: "pv-a" }), spec: undefined }],
  },
  "the claims were not read": {
    objects: [shop, owned("a", "pv-a"), volume({ name: "pv-a", claimRef: ref("a") })],
    hidden: ["v1/persistentvolumeclaims"],
  },
  "the volumes were not read": {
    objects: [shop, owned("a", "pv-a"), volume({ name: "pv-a", claimRef: ref("a") })],
    hidden: ["v1/persistentvolumes"],
  },
});

const former = { namespace: "shop", name: "data", uid: "old", resourceVersion: "7" };
const facts = { phase: "Released", spec: ebs } as const;
const kept = volume({ ...facts, policy: "Retain", claimRef: former });
const { resourceVersion, uid, ...unversioned } = former;
const live = { uid: "new", volumeName: "pv-data" };

const releasing = situationsOf("release-claim-ref", {
  "uid: no claim": { objects: [kept], using: { part: "uid" } },
  "uid: policy Delete, and being deleted": {
    objects: [volume({ ...facts, ...gone, claimRef: { ...unversioned, uid } })],
    using: { part: "uid" },
  },
  "uid: there is none": {
    objects: [volume({ ...facts, claimRef: { ...unversioned, resourceVersion } })],
    using: { part: "uid" },
  },
  "uid: it is empty": {
    objects: [volume({ ...facts, claimRef: { ...former, uid: "" } })],
    using: { part: "uid" },
  },
  "uid: the claim of today is Pending, and free": {
    objects: [kept, claim({ uid: "new" })],
    using: { part: "uid" },
  },
  "uid: the claim of today has no spec": {
    objects: [kept, { ...claim({ uid: "new" }), spec: undefined }],
    using: { part: "uid" },
  },
  "uid: the claim of today has no status": {
    objects: [kept, { ...claim({ uid: "new" }), status: undefined }],
    using: { part: "uid" },
  },
  "uid: the claim of today names it": { objects: [kept, claim(live)], using: { part: "uid" } },
  "uid: the claim of today is Lost": {
    objects: [kept, claim({ ...live, phase: "Lost" })],
    using: { part: "uid" },
  },
  "uid: the claim of today has another volume": {
    objects: [kept, claim({ uid: "new", volumeName: "pv-b" })],
    using: { part: "uid" },
  },
  "uid: it is the claim": { objects: [kept, claim({ uid: "old" })], using: { part: "uid" } },
  "uid: a claimRef without a name": {
    objects: [volume({ ...facts, claimRef: { uid: "old" } })],
    using: { part: "uid" },
  },
  "set-uid: the claim of today names it": { objects: [kept, claim(live)], using: { part: "set-uid" } },
  "set-uid: there is none yet": {
    objects: [volume({ ...facts, claimRef: unversioned }), claim(live)],
    using: { part: "set-uid" },
  },
  "set-uid: the claim of today names another": {
    objects: [kept, claim({ uid: "new", volumeName: "pv-b" })],
    using: { part: "set-uid" },
  },
  "set-uid: the claim of today has no spec": {
    objects: [kept, { ...claim({ uid: "new" }), spec: undefined }],
    using: { part: "set-uid" },
  },
  "set-uid: it is so": { objects: [kept, claim({ ...live, uid: "old" })], using: { part: "set-uid" } },
  "set-uid: no claim": { objects: [kept], using: { part: "set-uid" } },
  "set-uid: claims were not read": {
    objects: [kept],
    using: { part: "set-uid" },
    hidden: ["v1/persistentvolumeclaims"],
  },
  "whole: no claim": { objects: [kept], using: { part: "whole" } },
  "whole: another claim has the name": { objects: [kept, claim({ uid: "new" })], using: { part: "whole" } },
  "whole: it is the claim": { objects: [kept, claim({ uid: "old" })], using: { part: "whole" } },
  "whole: there is no uid": {
    objects: [volume({ ...facts, claimRef: unversioned })],
    using: { part: "whole" },
  },
  "whole: claims were not read": {
    objects: [kept],
    using: { part: "whole" },
    hidden: ["v1/persistentvolumeclaims"],
  },
  "no such part": { objects: [kept], using: { part: "half" } },
  "no part": { objects: [kept] },
  "a volume that is free": { objects: [volume({ spec: ebs })], using: { part: "whole" } },
  "a volume without a spec": {
    objects: [{ ...volume(), spec: undefined }],
    using: { part: "whole" },
  },
  "volumes were not read": { objects: [kept], using: { part: "uid" }, hidden: ["v1/persistentvolumes"] },
});

const annotating = situationsOf("annotate-being-deleted", {
  "a content that is being deleted": { objects: [content({ ...gone, annotations: { "a/b": "c" } })] },
  "a content without annotations, policy Retain": { objects: [content({ ...gone, policy: "Retain" })] },
  "a content without a handle": { objects: [{ ...content(gone), status: {} }] },
  "a content whose snapshot could not be made": { objects: [failed()] },
  "a content whose snapshot may yet have been made": {
    objects: [failed({ "snapshot.storage.kubernetes.io/volumesnapshot-being-created": "yes" })],
  },
  "a content without a status": { objects: [{ ...content(gone), status: undefined }] },
  "a content without a spec": { objects: [{ ...content(gone), spec: undefined }] },
  "a content that has it": {
    objects: [
      content({
        ...gone,
        annotations: { "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted": "no" },
      }),
    ],
  },
  "a content that lives": { objects: [content()] },
  "contents were not read": { objects: [content(gone)], hidden: [contents] },
});

const ignored = (until: string, more: { readonly [key: string]: string } = {}) =>
  volume({ annotations: { "pvguard.dev/ignore": "PVG203", "pvguard.dev/ignore-until": until, ...more } });

const ignoring = situationsOf("remove-ignore", {
  "until yesterday": {
    objects: [ignored("2026-11-19", { "pvguard.dev/ignore-reason": "we know", "x/y": "z" })],
  },
  "until today": { objects: [ignored("2026-11-20")] },
  "until noon, which is now": { objects: [ignored("2026-11-20T12:00:00Z")] },
  "until a second later": { objects: [ignored("2026-11-20T12:00:01Z")] },
  "until no day that there is": { objects: [ignored("soon")] },
  "until a day with something behind it": { objects: [ignored("2026-11-19x")] },
  "until a day with something before it": { objects: [ignored("x2026-11-19")] },
  "without an end": { objects: [volume({ annotations: { "pvguard.dev/ignore": "PVG203" } })] },
  "without annotations": { objects: [volume()] },
  "volumes were not read": { objects: [ignored("2026-11-19")], hidden: ["v1/persistentvolumes"] },
});

const nudging = situationsOf("nudge", {
  "a volume": { objects: [volume()] },
  "a claim that was nudged before": { objects: [claim({ annotations: { "pvguard.dev/nudge": "0" } })] },
  "a snapshot with other annotations": { objects: [snapshot({ annotations: { "a/b": "c" } })] },
  "claims were not read": { objects: [claim()], hidden: ["v1/persistentvolumeclaims"] },
  "a kind that nobody knows": { objects: [ofUnknownKind(claim())] },
});

export const policySituations = [
  ...setting,
  ...retainingSnapshot,
  ...retainingVolumes,
  ...releasing,
  ...annotating,
  ...ignoring,
  ...nudging,
];
