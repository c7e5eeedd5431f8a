import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten, say } from "../../src/kubernetes/index.ts";
import { graphOf } from "../../src/render/graph.ts";
import type { Report } from "../../src/report/index.ts";
import { claim, diagnosis, hold, pod, refTo, reportOf, volume } from "./support/report-makers.ts";

const byPod = hold({
  holder: { object: pod },
  reason: "FinishedPodUsesClaim",
  message: say`it still uses it`,
});
const byNode = hold({
  held: pod,
  by: { wait: "pod-teardown" },
  holder: { missing: refTo("Node", "n1") },
  reason: "PodNodeGone",
  message: say`the node is gone`,
  evidence: [
    { about: pod, path: "status.phase", observed: "Running", verdict: "proves" },
    { about: pod, path: "metadata.deletionTimestamp", observed: "2026-11-18T09:00:00Z", verdict: "proves" },
  ],
});

test("a graph leads from the object that was asked about to its root cause", () => {
  const report = reportOf([diagnosis([byPod, byNode])]);
  assert.deepEqual(drawn(report), [
    "pvc/data-0 (shop) [Terminating] asked",
    "pod/import-x (shop) [Terminating]",
    "node/n1, which does not exist root",
    "pvc/data-0 (shop) -> pod/import-x (shop): kubernetes.io/pvc-protection FinishedPodUsesClaim",
    "pod/import-x (shop) -> node/n1, which does not exist: pod-teardown PodNodeGone root",
  ]);
});

test("a disk stands behind the volume that records it, or behind the object itself", () => {
  const because = say`nothing holds it`;
  const fate = { data: "destroyed", because, driver: "d", volumeHandle: "vol-1", policy: "Delete" } as const;
  const ofVolume = hold({ holder: { object: volume }, reason: "R", message: because });
  assert.deepEqual(drawn(reportOf([diagnosis([], { fate })])).slice(1), [
    "vol-1 (d, policy Delete) [WILL BE DELETED]",
    "pvc/data-0 (shop) -> vol-1 (d, policy Delete): data",
  ]);
  const behind = drawn(reportOf([diagnosis([ofVolume], { fate: { ...fate, volume } })]));
  assert.equal(behind.at(-1), "pv/pvc-6b1c -> vol-1 (d, policy Delete): data");
  assert.deepEqual(drawn(reportOf([diagnosis([], { fate: { data: "none", because } })])).slice(1), []);
});

test("what several objects share is drawn once, and the owner of each is another", () => {
  const other = refTo("PersistentVolumeClaim", "data-1", "shop");
  const holder = { person: "owner" } as const;
  const owned = (held: typeof claim) => hold({ held, holder, reason: "Unknown", message: say`x` });
  const report = reportOf([
    diagnosis([byPod, owned(claim)]),
    diagnosis([{ ...byPod, held: other }, owned(other)], { object: other }),
  ]);
  const { nodes } = graphOf(report);
  const names = nodes.map(({ name }) => flatten(name, (data) => data));
  assert.deepEqual(names.sort(), [
    "its owner",
    "its owner",
    "pod/import-x (shop)",
    "pvc/data-0 (shop)",
    "pvc/data-1 (shop)",
  ]);
});

test("what was not read is drawn, also where nothing leads to it", () => {
  const missing = { resource: "v1/pods", scope: { of: "cluster" }, reason: "Forbidden" } as const;
  const report = reportOf([diagnosis([], {})], { unread: [missing] });
  assert.match(drawn(report).at(-1) ?? "", /^not read: pods of all namespaces: Forbidden/);
  const holding = diagnosis([hold({ holder: { unread: missing }, reason: "NotRead", message: say`x` })]);
  const { nodes, edges } = graphOf({ ...report, diagnoses: [holding] });
  assert.deepEqual([nodes.length, edges.length, nodes[1]?.is], [2, 1, "unread"]);
});

test("what is left out of a drawing is counted, and a root cause among it is marked", () => {
  const pods = Array.from({ length: 300 }, (_, at) => refTo("Pod", `p-${at}`, "shop"));
  const holds = pods.map((object) => ({ ...byPod, holder: { object } }));
  const report = reportOf([diagnosis(holds, {}, holds)]);
  const { nodes, edges } = graphOf(report);
  assert.deepEqual([nodes.length, edges.length], [102, 101]);
  const more = nodes.at(-1);
  assert.equal(
    flatten(more?.name ?? [], (data) => data),
    "200 more holds: -o json lists them",
  );
  assert.deepEqual([more?.is, more?.isRoot], ["more", true]);
  const many = pods.map((object) => diagnosis([], { object }));
  assert.equal(graphOf(reportOf(many), 7).nodes.length, 8);
});

test("holds in a circle end", () => {
  const back = hold({ held: pod, holder: { object: claim }, reason: "R", message: say`x` });
  const { nodes, edges } = graphOf(reportOf([diagnosis([byPod, back])]));
  assert.deepEqual([nodes.length, edges.length], [2, 2]);
});

/** Nodes and edges, one a line. */
function drawn(report: Report): readonly string[] {
  const text = (phrase: Parameters<typeof flatten>[0]) => flatten(phrase, (data) => data);
  const { nodes, edges } = graphOf(report);
  const nameOf = new Map(nodes.map(({ id, name }) => [id, text(name)]));
  return [
    ...nodes.map(({ name, state, isAsked, isRoot }) =>
      [text(name), state && `[${text(state)}]`, isAsked && "asked", isRoot && "root"]
        .filter(Boolean)
        .join(" "),
    ),
    ...edges.map(({ from, to, by, reason, isRoot }) =>
      [`${nameOf.get(from)} -> ${nameOf.get(to)}: ${text(by)}`, reason, isRoot && "root"]
        .filter(Boolean)
        .join(" "),
    ),
  ];
}
