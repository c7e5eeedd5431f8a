/** How many round trips an answer takes, and what is asked for: the network is what a person waits for. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import type { JsonObject } from "../support/memory-server/index.ts";
import { answeringInRounds } from "../support/rounds.ts";
import type { Change } from "./support/application.ts";
import { application } from "./support/application.ts";
import { runCommand } from "./support/run-command.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");

async function asked(line: string, objects: readonly JsonObject[]) {
  const { source, rounds } = answeringInRounds(objects, noon);
  const { out, code } = await runCommand(line.split(" "), source, { now: () => noon });
  return { rounds: rounds.map((round) => round.map(short).sort()), out, code };
}

/** `/apis/storage.k8s.io/v1/csinodes?limit=500` is `csinodes`, and of one object `csinodes/n1`. */
function short(request: string): string {
  const [path = "", query = ""] = request.split("?");
  const about = /fieldSelector=involvedObject.kind=(\w+)/.exec(query);
  const parts = path.replace(/^\/(api|apis\/[^/]+)\/v1\//, "").replace(/^namespaces\/[^/]+\/(?=.)/, "");
  return about === null ? parts : `${parts} about ${about[1]}`;
}

test("a claim that is well takes two rounds, and no attachment is asked for", async () => {
  const { rounds, out } = await asked("why pvc/data -n app", application());
  assert.deepEqual(rounds, [
    ["persistentvolumeclaims/data", "persistentvolumes", "pods"],
    // The claims are those that are deleted with the pod: it need not name them.
    ["events about PersistentVolume", "namespaces/app", "nodes/n1", "persistentvolumeclaims"],
  ]);
  assert.match(
    out,
    /is Bound\.\s+If it were deleted now, it\s+would\s+stay\s+Terminating\s+until\s+pod\/db-0/,
  );
  assert.match(out, /vol-1 \(ebs\.csi\.aws\.com, 1Gi, policy Delete\)\s+would\s+be\s+deleted/);
});

test("the same claim told step by step takes three, with the attachments and snapshots", async () => {
  for (const line of ["why pvc/data -n app --if-deleted", "why pvc/data -n app -o json"]) {
    const { rounds } = await asked(line, application());
    assert.deepEqual(rounds, [
      ["persistentvolumeclaims/data", "persistentvolumes", "pods"],
      [
        "/apis",
        "events about PersistentVolume",
        "namespaces/app",
        "nodes/n1",
        "persistentvolumeclaims",
        "volumeattachments",
        "volumesnapshots",
      ],
      ["/apis/snapshot.storage.k8s.io/v1", "csidrivers/ebs.csi.aws.com", "csinodes"],
    ]);
  }
});

test("where its pods are leaving, whether the namespace is too is asked beside the rest", async () => {
  const leaving: Change = (pod) => {
    pod.metadata = { ...pod.metadata, deletionTimestamp: "2026-11-20T12:00:20Z" };
  };
  const namespace = {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "app", deletionTimestamp: "2026-11-20T11:59:00Z" },
  };
  const { rounds, out } = await asked("why pvc/data -n app", [...application({ Pod: leaving }), namespace]);
  assert.ok(rounds[1]?.includes("namespaces/app"), JSON.stringify(rounds));
  const before = rounds.map((round) => round.filter((request) => request !== "namespaces/app"));
  assert.ok(
    before.every((round) => round.length > 0),
    "no round for the namespace alone",
  );
  assert.match(out, /namespace\/app is being\s+deleted, and the\s+claim\s+will\s+be\s+deleted/);
});

const terminating: Change = (claim) => {
  claim.metadata = { ...claim.metadata, deletionTimestamp: "2026-11-20T11:00:00Z" };
};

test("a Terminating claim that a pod holds takes three rounds", async () => {
  const { rounds, out } = await asked(
    "why pvc/data -n app",
    application({ PersistentVolumeClaim: terminating }),
  );
  assert.deepEqual(rounds, [
    ["persistentvolumeclaims/data", "persistentvolumes", "pods"],
    [
      "/apis",
      "events about PersistentVolume",
      "namespaces/app",
      "nodes/n1",
      // Those that are deleted with the pod: it need not name them.
      "persistentvolumeclaims",
      "volumeattachments",
      "volumesnapshots",
    ],
    ["/apis/snapshot.storage.k8s.io/v1", "csidrivers/ebs.csi.aws.com", "csinodes"],
  ]);
  assert.match(out, /pod\/db-0/);
});

const pending: Change = (claim) => {
  const { volumeName: _, ...spec } = claim.spec ?? {};
  claim.spec = spec;
  claim.status = { phase: "Pending" };
};

test("a Pending claim takes two rounds", async () => {
  const objects = application({
    PersistentVolumeClaim: pending,
    PersistentVolume: "gone",
    Pod: "gone",
    VolumeAttachment: "gone",
  });
  const { rounds } = await asked("why pvc/data -n app", objects);
  assert.deepEqual(rounds, [
    ["persistentvolumeclaims/data", "persistentvolumes", "pods"],
    ["namespaces/app"],
  ]);
});

const released: Change = (volume) => {
  volume.status = { phase: "Released" };
};

test("a Released volume that is still attached takes three rounds", async () => {
  const objects = application({ PersistentVolumeClaim: "gone", PersistentVolume: released, Pod: "gone" });
  const { rounds } = await asked("why pv/pv1", objects);
  assert.deepEqual(rounds, [
    ["events about PersistentVolume", "persistentvolumes/pv1"],
    ["/apis", "persistentvolumeclaims/data", "persistentvolumes", "volumeattachments", "volumesnapshots"],
    [
      "/apis/snapshot.storage.k8s.io/v1",
      "csidrivers/ebs.csi.aws.com",
      "csinodes",
      "events about Node",
      "nodes/n1",
      "pods",
    ],
  ]);
});

/** One of each family: the rounds of a claim depend on what holds it. */
const families = /^(a01|a09|b05|c06|d03|e01|g07|h01|j01|k01|l07|l09|m03|n01|n02|q02|r01|r03|t03|t27)/;
const scenarios = join(import.meta.dirname, "..", "scenarios");

/** Whether a node has rebooted is asked when it is known that it exists, and what its pod says of that afterwards. */
const fourRounds = ["b05-power-cycle"];

test("the claims of the scenarios take three rounds at most, one of them four; the leases of a driver come after it", async () => {
  const chosen = readdirSync(scenarios).filter((name) => families.test(name));
  let claims = 0;
  for (const scenario of chosen) {
    const golden = readFileSync(join(scenarios, scenario, "why.txt"), "utf8");
    const objects = loadAll(readFileSync(join(scenarios, scenario, "cluster.yaml"), "utf8")) as JsonObject[];
    for (const [, line = ""] of golden.matchAll(/^\$ kubectl pvguard (why pvc\/.*)$/gm)) {
      const { rounds } = await asked(
        line,
        objects.filter(({ kind }) => kind !== "Snapshot"),
      );
      const areLeasesLast = rounds.at(-1)?.join() === "leases";
      const most = fourRounds.includes(scenario) || areLeasesLast ? 4 : 3;
      assert.ok(rounds.length <= most, `${scenario}: ${line}: ${JSON.stringify(rounds, undefined, 1)}`);
      claims += 1;
    }
  }
  assert.ok(claims > 15, `only ${claims} claims`);
});

test("what becomes of the claim that a snapshot holds is asked beside the rest, and not for a snapshot that is ready", async () => {
  const folder = join(scenarios, "n02-broken-snapshot-holds-the-claim");
  const all = loadAll(readFileSync(join(folder, "cluster.yaml"), "utf8")) as JsonObject[];
  const objects = all.filter(({ kind }) => kind !== "Snapshot");
  const held = await asked("why volumesnapshot/s1 -n app", objects);
  // Two of them find out where snapshots are served.
  assert.equal(held.rounds.length, 6, JSON.stringify(held.rounds, undefined, 1));
  assert.match(held.out, /After this, disk [^ ]+ is deleted/);
  const ready = await asked("why volumesnapshot/s2 -n app", objects);
  assert.ok(
    !ready.rounds.flat().some((request) => request === "volumeattachments"),
    JSON.stringify(ready.rounds),
  );
});
