/** pvguard's own changes under --mode deny: refused like those of any client, with the policy and the way to allow them. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { gone } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";
import type { Place } from "../support/paths.ts";
import type { Guarded } from "./guarded.ts";
import {
  allow,
  bound,
  claims,
  deletion,
  guarded,
  newNamespaceIn,
  refusalOf,
  volumes,
  waitingPod,
} from "./guarded.ts";

let cluster: Guarded;
before(async () => {
  cluster = await guarded("--mode", "deny");
});
after(() => cluster?.stop());

/** A claim that is being deleted, as a person allowed, and that a pod holds. */
async function heldClaim(context: TestContext): Promise<Place> {
  const { api } = cluster;
  const namespace = await newNamespaceIn(api);
  const place = { name: "data", namespace };
  await bound(api, place, "Retain");
  const pod = waitingPod({ name: "web", namespace }, { persistentVolumeClaim: { claimName: "data" } });
  await api.create({ ...pod, spec: { ...(pod.spec as object), nodeName: await newNode(context, api) } });
  const message = await refusalOf("the claim is guarded", () => deletion(api, claims, place));
  await allow(api, claims, place, message);
  await api.remove(claims, place);
  return place;
}

interface Plan {
  readonly digest: string;
  readonly items: readonly { readonly accept: readonly { readonly name: string }[] }[];
  readonly refusals: readonly { readonly reason: string; readonly message: string }[];
}

test("fix is told that the guard refuses the removal of a finalizer, and how to allow it, before it changes anything", async (context) => {
  const { api, run } = cluster;
  const { name, namespace } = await heldClaim(context);
  const asked = ["fix", `pvc/${name}`, "-n", namespace ?? "", "--finalizer", "kubernetes.io/pvc-protection"];
  const { items } = JSON.parse((await run(...asked, "--dry-run", "-o", "json")).out) as Plan;
  const accepting = items.flatMap(({ accept }) => accept.flatMap((each) => ["--accept", each.name]));
  const planned = JSON.parse((await run(...asked, ...accepting, "--dry-run", "-o", "json")).out) as Plan;
  const confirmed = [...asked, ...accepting, "--confirm", planned.digest, "-o", "json"];
  const { code, out } = await run(...confirmed);
  assert.equal(code, 5);
  const [refusal = assert.fail(out)] = (JSON.parse(out) as Plan).refusals;
  assert.match(
    refusal.message,
    /The ValidatingAdmissionPolicy pvguard-finalizers \(binding pvguard-finalizers\) refused the request/,
  );
  const found = await api.get(claims, { name, ...(namespace === undefined ? {} : { namespace }) });
  assert.ok(found?.metadata.finalizers?.includes("kubernetes.io/pvc-protection"));

  await allow(api, claims, { name, namespace: namespace ?? "" }, refusal.message);
  const again = JSON.parse((await run(...asked, ...accepting, "--dry-run", "-o", "json")).out) as Plan;
  const done = await run(...asked, ...accepting, "--confirm", again.digest);
  assert.equal(done.code, 0, done.out + done.err);
  await gone("the claim", () => api.get(claims, { name, namespace: namespace ?? "" }));
});

test("what keeps data is not refused: fix sets a volume to Retain", async () => {
  const { api, run } = cluster;
  const volume = await bound(api, { name: "data", namespace: await newNamespaceIn(api) }, "Delete");
  const { code, out, err } = await run("fix", `pv/${volume}`, "--remedy", "set-retain", "--yes");
  assert.equal(code, 0, out + err);
  const found = await api.get(volumes, { name: volume });
  assert.equal(found?.spec?.persistentVolumeReclaimPolicy, "Retain");
});

test("why says of a healthy claim what its deletion would do, and names no guard as what holds it", async () => {
  const { api, run } = cluster;
  const namespace = await newNamespaceIn(api);
  await bound(api, { name: "data", namespace }, "Retain");
  const { out, code } = await run("why", "pvc/data", "-n", namespace);
  assert.equal(code, 0);
  assert.match(out, /is Bound/);
  assert.doesNotMatch(out, /pvguard-claim/);
});
