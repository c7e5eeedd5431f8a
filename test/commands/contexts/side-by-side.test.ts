/** Several clusters side by side: how many at a time, what a person who waits is told, and what is kept of one that has ended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlagValues, Source, Surroundings } from "../../../src/commands/index.ts";
import { config } from "../../../src/commands/index.ts";
import { AccessError } from "../../../src/connection/kubeconfig/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten, words } from "../../../src/kubernetes/index.ts";
import { claim, pod } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import { runCommand } from "../support/run-command.ts";

const held = [
  claim({ name: "data", deletionTimestamp: true, finalizers: ["kubernetes.io/pvc-protection"] }),
  pod({ name: "web", claims: ["data"] }),
];

const namespaceOf = (uid: string) =>
  ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "kube-system", uid } }) as unknown as KubeObject;

interface Watched {
  readonly opened: string[];
  readonly closed: string[];
  readonly told: string[];
  /** Largest number that were open and being read. */
  most: number;
}

/** Clusters by the names of their contexts. `delayed` has each answer wait for a moment. */
function clusters(
  sources: Readonly<Record<string, Source | Error>>,
  watched: Watched,
): Partial<Surroundings> {
  let reading = 0;
  return {
    kubeconfig: async () => ({ contexts: Object.keys(sources), clusters: [], users: [] }),
    busy: (_, work) => work((doing) => watched.told.push(flatten(doing, (data) => data))),
    async open(flags: FlagValues) {
      const context = flags.text(config.context) ?? "";
      const source = sources[context];
      watched.opened.push(context);
      if (source === undefined || source instanceof Error) throw source ?? new Error(`no ${context}`);
      return {
        ...source,
        kind: "live",
        async collect(demands, pods) {
          reading += 1;
          watched.most = Math.max(watched.most, reading);
          await new Promise((settle) => setTimeout(settle, 5));
          reading -= 1;
          return await source.collect(demands, pods);
        },
        close: () => watched.closed.push(context),
      };
    },
  };
}

const nothingYet = (): Watched => ({ opened: [], closed: [], told: [], most: 0 });
const sourceOf = (uid: string) => memorySource(snapshotOf([namespaceOf(uid), ...held]), "shop");
const quietSource = memorySource(snapshotOf([namespaceOf("uid-quiet")]), "shop");

/** Of one who may not read pods. */
function withoutPods(source: Source): Source {
  return {
    ...source,
    async collect(demands) {
      const { readings, skipped } = await source.collect(demands);
      return {
        skipped,
        readings: readings.map((reading) =>
          reading.resource === "v1/pods"
            ? {
                read: false,
                resource: reading.resource,
                scope: reading.scope,
                reason: "Forbidden",
                detail: "no",
              }
            : reading,
        ),
      };
    },
  };
}

const six = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, sourceOf(`uid-${name}`)]));
const unreachable = new AccessError(
  "unreachable",
  words("Unable to connect to the server: no route to host"),
);

test("four at a time, unless another number is given", async () => {
  for (const [argv, most] of [
    [[], 4],
    [["--parallel=2"], 2],
    [["--parallel=0"], 1],
    [["--parallel=9999999999"], 6],
  ] as const) {
    const watched = nothingYet();
    await runCommand(
      ["audit", "--rules=PVG101", "--all-contexts", ...argv],
      sourceOf("x"),
      clusters(six, watched),
    );
    assert.equal(watched.most, most, argv.join(" "));
  }
});

test("the exit code: findings outweigh what could not be read, and that is never 0", async () => {
  const all = {
    found: sourceOf("uid-a"),
    quiet: quietSource,
    partly: withoutPods(sourceOf("uid-partly")),
    down: unreachable,
  };
  const codeOf = async (contexts: string, failOn: string) => {
    const argv = ["audit", "--rules=PVG101", `--contexts=${contexts}`, `--fail-on=${failOn}`];
    return (await runCommand(argv, sourceOf("x"), clusters(all, nothingYet()))).code;
  };
  assert.equal(await codeOf("quiet,found", "warning"), 1);
  assert.equal(await codeOf("down,found", "warning"), 1);
  assert.equal(await codeOf("quiet,found", "never"), 0);
  assert.equal(await codeOf("down,found", "never"), 4);
  assert.equal(await codeOf("down,quiet", "warning"), 4);
  assert.equal(await codeOf("partly,quiet", "never"), 3);
  assert.equal(await codeOf("partly,down,quiet", "never"), 4);
  assert.equal(await codeOf("down", "warning"), 4);
});

test("a cluster is closed when it has ended, and one that is the same is not kept either", async () => {
  const watched = nothingYet();
  const same = { ...six, g: sourceOf("uid-a"), down: unreachable };
  const { code } = await runCommand(
    ["audit", "--rules=PVG101", "--all-contexts"],
    sourceOf("x"),
    clusters(same, watched),
  );
  assert.equal(code, 4);
  assert.deepEqual(watched.closed.toSorted(), ["a", "b", "c", "d", "e", "f", "g"]);
});

test("who waits is told which clusters are still being read", async () => {
  const watched = nothingYet();
  await runCommand(
    ["audit", "--rules=PVG101", "--all-contexts"],
    sourceOf("x"),
    clusters({ ...six, down: unreachable }, watched),
  );
  assert.equal(watched.told[0], "Reading 7 clusters: 0 done, still reading a, b, c, d and 3 more");
  assert.equal(watched.told[1], "Reading 7 clusters: 1 done, still reading a, b, c, d and 2 more");
  assert.match(watched.told.at(-1) ?? "", /^Reading 7 clusters: 6 done, still reading [a-f]$/);
});

test("an interruption ends all of it, and no report is printed", async () => {
  const stopped = { ...six, c: new AccessError("interrupted", words("interrupted")) };
  const { out, code } = await runCommand(
    ["audit", "--rules=PVG101", "--all-contexts"],
    sourceOf("x"),
    clusters(stopped, nothingYet()),
  );
  assert.deepEqual([out, code], ["", 130]);
});

test("of two users of one cluster, the one who may read all of it is shown, whichever is named first", async () => {
  const half = withoutPods(sourceOf("uid-a"));
  const run = async (sources: Readonly<Record<string, Source>>) => {
    const argv = ["audit", "--all-contexts", "--rules=PVG101", "-ojson"];
    const { out } = await runCommand(argv, sourceOf("x"), clusters(sources, nothingYet()));
    const { items } = JSON.parse(out);
    return items.map((item: { context: string; state: string; sameAs?: string }) => [
      item.context,
      item.state,
      item.sameAs,
    ]);
  };
  assert.deepEqual(await run({ a: half, b: sourceOf("uid-a") }), [
    ["a", "repeated", "b"],
    ["b", "audited", undefined],
  ]);
  assert.deepEqual(await run({ a: sourceOf("uid-a"), b: half }), [
    ["a", "audited", undefined],
    ["b", "repeated", "a"],
  ]);
  assert.deepEqual(await run({ a: half, b: half }), [
    ["a", "audited", undefined],
    ["b", "audited", "a"],
  ]);
});

test("what is asked for by its name is another object in another namespace of the same cluster", async () => {
  const sources = { a: sourceOf("uid-a"), b: { ...sourceOf("uid-a"), namespace: "bank" } };
  const argv = ["audit", "pvc/data", "--all-contexts", "-ojson"];
  const { out, code } = await runCommand(argv, sourceOf("x"), clusters(sources, nothingYet()));
  const { items } = JSON.parse(out);
  assert.deepEqual(
    items.map((item: { context: string; state: string }) => [item.context, item.state]),
    [
      ["a", "audited"],
      ["b", "failed"],
    ],
  );
  assert.match(items[1].error.message, /"bank" not found/);
  assert.equal(code, 2);
});
