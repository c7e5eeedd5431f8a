import {
  attachment,
  claim,
  claimRefTo,
  content,
  ebs,
  node,
  pod,
  snapshot,
  volume,
} from "../../support/objects.ts";
import { situationsOf } from "./situation.ts";

const protection = "kubernetes.io/pvc-protection";
const volumeProtection = "kubernetes.io/pv-protection";
const attacher = "external-attacher/ebs-csi-aws-com";
const gone = { deletionTimestamp: true } as const;
const released = { ...gone, phase: "Released", spec: ebs } as const;

const adding = situationsOf("add-finalizer", {
  "a live claim without finalizers": { objects: [claim()], using: { finalizer: protection } },
  "a live claim with an empty list": {
    objects: [claim({ finalizers: [] })],
    using: { finalizer: protection },
  },
  "a live claim with another finalizer": {
    objects: [claim({ finalizers: ["a/b"] })],
    using: { finalizer: protection },
  },
  "a live claim that has it": {
    objects: [claim({ finalizers: [protection] })],
    using: { finalizer: protection },
  },
  "a claim that is being deleted": { objects: [claim(gone)], using: { finalizer: protection } },
  "a claim, and the finalizer of volumes": { objects: [claim()], using: { finalizer: volumeProtection } },
  "a claim, and no finalizer": { objects: [claim()] },
  "a node, which is owed none": { objects: [node()] },
  "a live volume": { objects: [volume()], using: { finalizer: volumeProtection } },
  "a claim that was not read": {
    objects: [claim()],
    using: { finalizer: protection },
    hidden: ["v1/persistentvolumeclaims"],
  },
});

const user = pod({ claims: ["data"] });
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const detaching = attachment({ ...gone, finalizers: [attacher] });

const dropping = situationsOf("drop-finalizer", {
  "the last one of a claim": {
    objects: [claim({ ...gone, finalizers: ["x.io/y"] })],
    using: { finalizer: "x.io/y" },
  },
  "one of two of a claim, safe": {
    objects: [claim({ ...gone, finalizers: ["a/b", "x.io/y"] })],
    using: { finalizer: "x.io/y", costs: "the work alone" },
  },
  "one that leaks, risky, with a proof": {
    objects: [volume({ ...released, finalizers: [attacher, "x.io/y"] })],
    using: { finalizer: attacher, costs: "the work alone", leaks: "vol-0abc", prove: "the disk is gone" },
  },
  "one of which the caller knows what it costs": {
    objects: [volume({ ...released, finalizers: ["x.io/y"] })],
    using: { finalizer: "x.io/y", because: "It costs nothing." },
  },
  "one that is not there": {
    objects: [claim({ ...gone, finalizers: ["a/b"] })],
    using: { finalizer: "x.io/y" },
  },
  "of an object without any": { objects: [claim(gone)], using: { finalizer: "x.io/y" } },
  "none is named": { objects: [claim({ ...gone, finalizers: [""] })] },
  "of a live claim": { objects: [claim({ finalizers: ["x.io/y"] })], using: { finalizer: "x.io/y" } },
  ...Object.fromEntries(
    ["-x", "x-", "x y", "x\ny", "x/y!", "!x"].map((finalizer) => [
      `${JSON.stringify(finalizer)}, which is no name`,
      { objects: [claim({ ...gone, finalizers: [finalizer] })], using: { finalizer } },
    ]),
  ),
  "one letter is a name": {
    objects: [claim({ ...gone, finalizers: ["x", "y"] })],
    using: { finalizer: "x" },
  },
  "a claim that was not read": {
    objects: [claim({ ...gone, finalizers: ["x.io/y"] })],
    using: { finalizer: "x.io/y" },
    hidden: ["v1/persistentvolumeclaims"],
  },
  "protection of a claim that a pod uses": {
    objects: [claim({ ...gone, finalizers: [protection] }), user],
    using: { finalizer: protection },
  },
  "protection of a claim that a pod uses, asked for by a person": {
    objects: [claim({ ...gone, finalizers: [protection] }), user],
    using: { finalizer: protection, asked: "person" },
  },
  "protection of a claim, and a pod that uses another": {
    objects: [claim({ ...gone, finalizers: [protection] }), pod({ claims: ["other"] })],
    using: { finalizer: protection },
  },
  "protection of a claim, and two pods of which one uses it": {
    objects: [
      claim({ ...gone, finalizers: [protection] }),
      user,
      pod({ name: "web-1", nodeName: "", claims: ["data"] }),
    ],
    using: { finalizer: protection },
  },
  "protection of a claim, and pods were not read": {
    objects: [claim({ ...gone, finalizers: [protection] })],
    using: { finalizer: protection },
    hidden: ["v1/pods"],
  },
  "another finalizer of a claim that a pod uses": {
    objects: [claim({ ...gone, finalizers: ["x.io/y", protection] }), user],
    using: { finalizer: "x.io/y" },
  },
  "protection of a volume that is Bound": {
    objects: [volume({ ...gone, phase: "Bound", finalizers: [volumeProtection] })],
    using: { finalizer: volumeProtection },
  },
  "another finalizer of a volume that is Bound": {
    objects: [volume({ ...gone, phase: "Bound", finalizers: [volumeProtection, "x.io/y"] })],
    using: { finalizer: "x.io/y" },
  },
  "protection of a volume that is Released": {
    objects: [volume({ ...released, finalizers: [volumeProtection] })],
    using: { finalizer: volumeProtection },
  },
  "a volume that an attachment names": {
    objects: [volume({ ...released, finalizers: [attacher] }), attachment()],
    using: { finalizer: attacher },
  },
  "a volume, and an attachment of another": {
    objects: [volume({ ...released, finalizers: [attacher] }), attachment({ volume: "pv-b" })],
    using: { finalizer: attacher },
  },
  "a volume, and attachments were not read": {
    objects: [volume({ ...released, finalizers: [attacher] })],
    using: { finalizer: attacher },
    hidden: ["storage.k8s.io/v1/volumeattachments"],
  },
  "an attachment of a node that is gone": {
    objects: [detaching, data, bound, user],
    using: { finalizer: attacher },
  },
  "an attachment of a node with a running pod": {
    objects: [detaching, data, bound, user, node()],
    using: { finalizer: attacher },
  },
  "an attachment of a node with a pending pod": {
    objects: [detaching, data, bound, pod({ claims: ["data"], phase: "Pending" }), node()],
    using: { finalizer: attacher },
  },
  "an attachment of a node with a running and a pending pod": {
    objects: [
      detaching,
      data,
      bound,
      user,
      pod({ name: "web-1", claims: ["data"], phase: "Pending" }),
      node(),
    ],
    using: { finalizer: attacher },
  },
  "an attachment without a spec": {
    objects: [{ ...detaching, spec: undefined }, node()],
    using: { finalizer: attacher },
  },
  "an attachment of a node with a pod without a status": {
    objects: [detaching, data, bound, { ...user, status: undefined }, node()],
    using: { finalizer: attacher },
  },
  "an attachment, and nodes were not read": {
    objects: [detaching, data, bound],
    using: { finalizer: attacher },
    hidden: ["v1/nodes"],
  },
  "an attachment, and pods were not read": {
    objects: [detaching, data, bound, node()],
    using: { finalizer: attacher },
    hidden: ["v1/pods"],
  },
  "a snapshot": {
    objects: [snapshot({ ...gone, finalizers: ["x.io/y"] })],
    using: { finalizer: "x.io/y" },
  },
  "a content, in use or not": {
    objects: [content({ ...gone, finalizers: ["x.io/y"] }), attachment({ volume: "snapcontent-1" })],
    using: { finalizer: "x.io/y" },
  },
});

export const finalizerSituations = [...adding, ...dropping];
