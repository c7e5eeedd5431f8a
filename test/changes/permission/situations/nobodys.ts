/** Objects with a finalizer of an unknown controller: only what depends on the object itself says what is lost. */
import type { KubeObject } from "../../../../src/kubernetes/index.ts";
import { attachment, claim, content, ebs, node, pod, snapshot, volume } from "../../../support/objects.ts";
import type { Situation } from "./common.ts";
import { disk, gone, removal, reporting, strange } from "./common.ts";

const anybodys = attachment({ ...gone, finalizers: [strange], attached: false });
const nobodysContent = content({ ...gone, finalizers: [strange], policy: "Retain" });

/** As created with no more than a name. Of as many kinds as there are, TypeScript does not see that it is one of them. */
function bare({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata } as KubeObject;
}

export const nobodys: readonly Situation[] = [
  removal("of an attachment, nobody's, whose node cannot be read", strange, [anybodys], ["v1/nodes"]),
  removal(
    "of an attachment, nobody's, whose volume cannot be read",
    strange,
    [anybodys, node()],
    ["v1/persistentvolumes"],
  ),
  removal("of an attachment, nobody's, of a volume that is gone", strange, [anybodys, reporting]),
  removal("of an attachment, nobody's, of a node that is gone", strange, [anybodys, volume({ spec: ebs })]),
  removal("of an attachment that says nothing", strange, [bare(anybodys), node(), volume({ spec: ebs })]),
  removal("of an attachment of an inline volume", strange, [
    { ...anybodys, spec: { nodeName: "node-a" } },
    node(),
  ]),
  removal(
    "of an attachment of an inline volume, where no volumes can be read",
    strange,
    [{ ...anybodys, spec: { nodeName: "node-a" } }, node()],
    ["v1/persistentvolumes"],
  ),
  removal(
    "of a content, nobody's, whose snapshots cannot be read",
    strange,
    [nobodysContent],
    ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  ),
  removal("of a content, nobody's, whose snapshot is gone", strange, [nobodysContent]),
  removal("of a content, nobody's, whose snapshot lives", strange, [
    nobodysContent,
    snapshot({ content: "snapcontent-1" }),
  ]),
  removal("of a content, nobody's, that says nothing", strange, [bare(nobodysContent)]),
  removal("of a content, nobody's, that names no snapshot, with Delete", strange, [
    { ...bare(nobodysContent), spec: { deletionPolicy: "Delete" } } as KubeObject,
  ]),
  removal("of a volume that says nothing", strange, [bare(disk([strange])), bare(node())]),
  removal("of a volume that says only that it is to be deleted", strange, [
    { ...bare(disk([strange])), spec: { persistentVolumeReclaimPolicy: "Delete" } } as KubeObject,
  ]),
  removal("of a claim that nobody's pod without a spec names", strange, [
    claim({ ...gone, finalizers: [strange] }),
    bare(pod({ claims: ["data"] })),
  ]),
  removal("of a volume, whose node says nothing", strange, [disk([strange]), bare(node())]),
];
