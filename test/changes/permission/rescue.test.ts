/** What a rescue may do passes the gate of every plan: only what stops users, and brings back claims and volumes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { permitInRescue } from "../../../src/changes/permission/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { refOf, seenRefOf } from "../../../src/kubernetes/index.ts";
import type { Act } from "../../../src/report/index.ts";
import { pod } from "../../support/objects.ts";
import { clusterOf, deploymentUsing, pair } from "../rescue/situation.ts";

const [web] = deploymentUsing("data");
const [claim, kept] = pair({ policy: "Retain" });
const [, doomed] = pair();
const running = pod({ claims: ["data"] });
const finished = pod({ claims: ["data"], phase: "Succeeded" });

const edit = (object: KubeObject, path: string, value: unknown): Act => ({
  do: "edit",
  on: seenRefOf(object),
  edits: [{ op: "replace", path, value, was: 1 }],
});
const create = (object: KubeObject): Act => ({
  do: "create",
  on: refOf(object),
  manifest: JSON.stringify(object),
});
const remove = (object: KubeObject): Act => ({ do: "delete", on: seenRefOf(object) });

assert.ok(web !== undefined);
for (const [what, act, objects, accepted, expected] of [
  ["to scale a workload", edit(web, "/spec/replicas", 0), [web], [], "allowed"],
  ["to change its template", edit(web, "/spec/template", {}), [web], [], "FieldNotFixed"],
  ["to scale a volume", edit(kept, "/spec/replicas", 0), [kept], [], "FieldNotFixed"],
  ["to set Delete", edit(kept, "/spec/persistentVolumeReclaimPolicy", "Delete"), [kept], [], "OnlyToRetain"],
  ["to delete a claim whose volume is Retain", remove(claim), [claim, kept], [], "allowed"],
  ["to delete one whose disk could go", remove(claim), [claim, doomed], [], "NotRetained"],
  ["to delete one whose volume is gone", remove(claim), [claim], [], "NotRetained"],
  ["to delete a finished pod", remove(finished), [finished], [], "allowed"],
  ["to delete a running pod", remove(running), [running], [], "PodNotFinished"],
  ["to delete one that a person gave up", remove(running), [running], ["DeletesPods"], "allowed"],
  ["to delete a volume", remove(kept), [kept], [], "KindNotRescued"],
  [
    "to delete another one of that name",
    remove({ ...claim, metadata: { ...claim.metadata, uid: "old" } }),
    [claim, kept],
    [],
    "ObjectGone",
  ],
  ["to create a claim", create(claim), [], [], "allowed"],
  ["to create a volume with Retain", create(kept), [], [], "allowed"],
  ["to create one with Delete", create(doomed), [], [], "NotRetained"],
  ["to create a pod", create(running), [], [], "KindNotRescued"],
  [
    "to remove a finalizer",
    { do: "drop-finalizer", on: seenRefOf(claim), finalizer: "kubernetes.io/pvc-protection" },
    [claim],
    [],
    "FinalizersAreNotEdited",
  ],
] as const satisfies readonly (readonly [string, Act, readonly KubeObject[], readonly string[], string])[]) {
  test(`${what}: ${expected}`, () => {
    const permission = permitInRescue(act, accepted, clusterOf(objects));
    assert.equal(permission.state === "allowed" ? "allowed" : permission.refusal.reason, expected);
  });
}
