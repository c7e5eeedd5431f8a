/** A user who may read everything but not carry out the plan is told so before anything is sent. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { stateFolder } from "../rescue/support/run.ts";
import { newName, testApi } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { pvguard } from "../support/pvguard.ts";
import { heldByFinishedPod } from "../why/support/finished-pod.ts";
import { attachments, claims, newWorld, pods, volumes } from "../why/support/world.ts";

const api = testApi();
const verbs = ["patch", "delete", "update"] as const;
type Verb = (typeof verbs)[number];
/** Users who may read everything, and use one of these verbs on everything. */
const users = Object.fromEntries(verbs.map((verb) => [verb, newName(`who-may-${verb}`)]));

function grants(verb: Verb): readonly ObjectManifest[] {
  const apiGroup = "rbac.authorization.k8s.io";
  const name = users[verb] ?? "";
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["get", "list", "watch", verb] }];
  return [
    { apiVersion: `${apiGroup}/v1`, kind: "ClusterRole", metadata: { name }, rules },
    {
      apiVersion: `${apiGroup}/v1`,
      kind: "ClusterRoleBinding",
      metadata: { name },
      roleRef: { apiGroup, kind: "ClusterRole", name },
      subjects: [{ apiGroup, kind: "User", name }],
    },
  ];
}

before(async () => {
  for (const verb of verbs) await api.create(...grants(verb));
  await eventually("the rights are known", async () => {
    const user = users.update;
    const spec = { user, resourceAttributes: { verb: "update", group: "storage.k8s.io", resource: "x" } };
    const review = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
    const { body } = await api.send("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", review);
    return body.includes('"allowed":true') ? true : undefined;
  });
});

after(async () => {
  for (const verb of verbs) for (const object of grants(verb)) await api.removeObject(object);
});

async function fixAs(context: TestContext, verb: Verb, ...line: readonly string[]) {
  const as = ["--as", users[verb] ?? "", "--backup-dir", stateFolder(context)];
  return await pvguard("fix", ...line, ...as);
}

test("a finished pod: who may not delete it is refused, and who may frees the claim", async (context) => {
  const { world, volume } = await heldByFinishedPod(context, api);
  const line = ["pvc/data", "-n", world.namespace, "--yes"];
  for (const verb of ["patch", "update"] as const) {
    const refused = await fixAs(context, verb, ...line);
    assert.equal(refused.code, 5, refused.err);
    assert.match(refused.out, /\(NotAllowed\)\s+You may not delete pods named import in namespace/);
    assert.doesNotMatch(refused.err, /Saved|audit:/);
  }
  assert.equal((await api.get(pods, world.place("import")))?.metadata.deletionTimestamp, undefined);
  const retain = await fixAs(context, "delete", `pv/${volume}`, "--remedy", "set-retain", "--yes");
  assert.match(retain.out, /is already Retain/);
  assert.equal((await fixAs(context, "delete", ...line)).code, 0);
  await world.untilGone(claims, world.place("data"));
  assert.equal((await api.get(volumes, { name: volume }))?.spec?.persistentVolumeReclaimPolicy, "Retain");
});

test("an attachment: to take its finalizer off is a PUT, and neither patch nor delete is enough", async (context) => {
  const world = await newWorld(context, api, await newNode(context, api));
  const name = world.name("attachment");
  await world.create({
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name, finalizers: ["external-attacher/gone-example-com"] },
    spec: { attacher: "gone.example.com", nodeName: world.node, source: { persistentVolumeName: "none" } },
  });
  await world.delete(attachments, name);
  const finalizer = ["--finalizer", "external-attacher/gone-example-com", "--dry-run=server"];
  const said = (verb: Verb) => fixAs(context, verb, `volumeattachment/${name}`, ...finalizer);
  for (const verb of ["patch", "delete"] as const)
    assert.match((await said(verb)).out, /\(NotAllowed\)\s+You may not update volumeattachments named/);
  assert.doesNotMatch((await said("update")).out, /NotAllowed/);
});
