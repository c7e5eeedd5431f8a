/** A rescue that does not finish leaves workloads scaled down: a user who does not continue must know that. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { deploymentUsing, pair } from "../../changes/rescue/situation.ts";
import { isWrite } from "../../support/fix/session.ts";
import { pod } from "../../support/objects.ts";
import { movingCluster } from "./moving-cluster.ts";
import { claim, isPreview, setSession, told } from "./told.ts";

async function rescued(context: TestContext, objects: readonly KubeObject[]) {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  cluster.reset([...pair({ claim: "deleted" }), ...objects]);
  return await cluster.run(["rescue", "pvc/data", "-n", "shop"], disk);
}

test("a person has to act first: what was scaled down meanwhile is said, with what it had", async (context) => {
  const { code, err } = await rescued(context, [
    ...deploymentUsing("data"),
    pod({ name: "by-hand", claims: ["data"] }),
  ]);
  assert.equal(code, 5, err);
  assert.match(
    err,
    /deployment\/web \(shop\) may stay scaled down until the rescue is done\. It had 1 replica\./,
  );
});

test("a rescue that came to its end, or that stopped nobody, says nothing of it", async (context) => {
  const done = await rescued(context, deploymentUsing("data"));
  assert.equal(done.code, 0, done.err);
  const byHand = await rescued(context, [pod({ name: "by-hand", claims: ["data"] })]);
  assert.equal(byHand.code, 5, byHand.err);
  assert.doesNotMatch(`${done.err}${byHand.err}`, /scaled down\. It had/);
});

test("who cannot know any more what was scaled down says so before it goes on", async (context) => {
  const disk = memoryDisk();
  const cluster = await movingCluster(context, () => disk);
  const byHand = pod({ name: "by-hand", claims: ["data"] });
  cluster.reset([...pair({ claim: "deleted" }), ...deploymentUsing("data"), byHand]);
  const argv = ["rescue", "pvc/data", "-n", "shop"];
  assert.equal((await cluster.run(argv, disk)).code, 5);
  const [path = ""] = [...disk.entries.keys()].filter((each) => /\/rescues\/.*\.json$/.test(each));
  await disk.remove(path);
  await disk.create(path, Buffer.from("{"));
  const { err } = await cluster.run([...argv, "--dry-run"], disk);
  assert.ok(err.includes(`Warning: cannot parse ${path}.`), err);
});

test("what a server said without a full stop is a sentence all the same", async (context) => {
  const message = 'admission webhook "guard.example.com" denied the request: not on Fridays';
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 403, message };
  const opened = await setSession(context, {
    instead: (request) => (isWrite(request) && !isPreview(request) ? { code: 403, body } : undefined),
  });
  const { digest = "" } = await told(opened, [...claim, "--dry-run"]);
  const { code, err } = await opened.run([...claim, "--confirm", digest]);
  assert.equal(code, 5, err);
  assert.match(err, /not on Fridays\. Run the same command again/);
});

test("interrupted while it looks, after something was scaled down: it says how to go on, and what stands still", async (context) => {
  const person = new AbortController();
  const opened = await setSession(context, {
    instead: (request) => {
      const isLate = opened.writes().some((write) => write.includes("statefulsets"));
      if (person.signal.aborted || !isLate || !request.path.endsWith("/pods")) return undefined;
      person.abort();
      return { code: 500, body: {} };
    },
  });
  const { digest = "" } = await told(opened, [...claim, "--dry-run"]);
  const { code, err } = await opened.run([...claim, "--confirm", digest], { interrupted: person.signal });
  assert.equal(code, 130, err);
  assert.match(err, /Interrupted\. Run the same command again to continue\./);
  assert.match(
    err,
    /statefulset\/db \(shop\) may stay scaled down until the rescue is done\. It had \d replicas?\./,
  );

  const again = await opened.run(claim);
  assert.equal(again.code, 5, again.err);
  const [, shown] = /Digest of this plan: ([0-9a-f]{64})/.exec(again.out) ?? [];
  assert.notEqual(shown, digest);
  assert.ok(again.err.includes(`add --confirm=${shown}.`), again.err);
});

test("interrupted at the question, the person is not said to have said no", async (context) => {
  const opened = await setSession(context);
  const person = new AbortController();
  const types = [
    () => {
      person.abort();
      return "";
    },
  ];
  const { code, err } = await opened.run(claim, { types, interrupted: person.signal });
  assert.equal(code, 130, err);
  assert.match(err, /Interrupted\. Nothing was sent\./);
  assert.doesNotMatch(err, /Not confirmed/);
  assert.deepEqual(opened.writes(), []);
});
