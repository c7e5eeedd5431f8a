import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { TestContext } from "node:test";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import type { FileSystem } from "../../../src/changes/executor/index.ts";
import { everywhere } from "../../../src/cluster/index.ts";
import type { Source } from "../../../src/commands/index.ts";
import { stateIn } from "../../../src/commands/rescue/store.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { kinds } from "../../../src/kubernetes/index.ts";
import type { MemoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { clusterOf, namespace } from "../../changes/rescue/situation.ts";
import { dial } from "../../support/fault-server/client.ts";
import { base64 } from "../../support/fault-server/surroundings.ts";
import { isWrite } from "../../support/fix/session.ts";
import type { ApiRequest, JsonObject, MemoryServer } from "../../support/memory-server/index.ts";
import { memoryServer, usualKinds } from "../../support/memory-server/index.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import type { Ran } from "../support/run-command.ts";
import { runCommand } from "../support/run-command.ts";
import { passTime } from "./model-cluster.ts";

export const directory = "/state/pvguard";

/** A server whose controllers, kubelets and scheduler act while the command sleeps, and a computer with a disk. */
export interface MovingCluster {
  /** As if nothing had ever happened. */
  reset(objects: readonly KubeObject[]): void;
  /** @param answer what is typed at the terminal; the name of the object unless given */
  run(argv: readonly string[], disk: FileSystem, answer?: string): Promise<Ran>;
  /** Everything in the cluster does what there is to do. */
  pass(): void;
  objects(): readonly KubeObject[];
  /** Milliseconds that all runs took. */
  elapsed(): number;
  /** What went out without having been saved whole, said as an intent, and remembered. Of all runs since the reset. */
  readonly unsaved: readonly string[];
  writes(): readonly string[];
  /** Everything in the cluster, without what differs each time. */
  state(): string;
}

/** @param kept the disk beneath, which never fails: what is really on it is looked at when a write comes in */
export async function movingCluster(context: TestContext, kept: () => MemoryDisk): Promise<MovingCluster> {
  const unsaved: string[] = [];
  let from = 0;
  let isRescue = true;
  const server: MemoryServer = await memoryServer({
    kinds: usualKinds,
    now: () => Date.parse("2026-11-20T12:00:00Z"),
    instead: (request) => {
      if (isWrite(request)) unsaved.push(...missingFor(request, server, kept(), isRescue));
      return undefined;
    },
  });
  context.after(() => server.close());
  const { client } = await dial(
    context,
    { server: server.url, "certificate-authority-data": base64(server.authority) },
    { user: { token: server.tokenOf("admin") } },
  );
  const begin = Date.parse("2026-11-20T12:00:00Z");
  let time = begin;
  let chance = 0;
  return {
    reset(objects) {
      for (const object of server.objects()) server.remove(object);
      server.load([namespace, ...objects] as unknown as readonly JsonObject[]);
      unsaved.length = 0;
      from = server.received.length;
    },
    pass: () => pass(server),
    objects: () => server.objects() as unknown as readonly KubeObject[],
    run(argv, disk, answer = argv[1]?.split("/")[1] ?? "") {
      isRescue = argv[0] !== "fix";
      return runCommand(argv, sourceOf(server), {
        connect: async () => ({
          source: sourceOf(server),
          client,
          server: server.url,
          context: undefined,
          user: undefined,
          proof: "demanded",
        }),
        answers: "a person",
        ask: async () => answer,
        now: () => time,
        bench: () => ({
          files: disk,
          directory,
          version: "v0.0.0-test",
          now: () => time,
          random: () => ++chance / 10_000,
          async sleep(milliseconds) {
            time += milliseconds;
            if (milliseconds >= 1000) pass(server);
          },
        }),
      });
    },
    unsaved,
    elapsed: () => time - begin,
    writes: () =>
      server.received
        .slice(from)
        .filter(isWrite)
        .map(({ method, path }) => `${method} ${path}`),
    state: () => JSON.stringify(server.objects().map(plain)),
  };
}

function sourceOf(server: MemoryServer): Source {
  const objects = () => snapshotOf(server.objects() as unknown as readonly KubeObject[]);
  return {
    ...memorySource(objects(), "shop"),
    collect: (demands) => memorySource(objects()).collect(demands),
  };
}

/** Everything in the cluster does what there is to do. */
function pass(server: MemoryServer): void {
  const before = server.objects() as unknown as readonly KubeObject[];
  const world = createSandbox(clusterOf(before.filter(({ kind }) => kind !== "Namespace")));
  passTime(world);
  const after = kinds.flatMap(({ resource }) => {
    const listed = world.cluster.list(resource, everywhere);
    return listed.read ? listed.items : [];
  });
  const idOf = ({ kind, metadata }: KubeObject) => `${kind}/${metadata.namespace ?? ""}/${metadata.name}`;
  const old = new Map(before.map((object) => [idOf(object), object]));
  const changed = after.filter((object) => JSON.stringify(object) !== JSON.stringify(old.get(idOf(object))));
  server.load(changed as unknown as readonly JsonObject[]);
  const left = new Set(after.map(idOf));
  for (const object of before)
    if (!left.has(idOf(object)) && object.kind !== "Namespace")
      server.remove(object as unknown as JsonObject);
}

/** Without uids, versions and times. */
function plain(object: JsonObject): JsonObject {
  const text = JSON.stringify(object, (name, value: unknown) =>
    ["uid", "resourceVersion", "creationTimestamp", "managedFields", "generation"].includes(name)
      ? undefined
      : value,
  );
  return JSON.parse(text) as JsonObject;
}

/** S12, S18: what has to be on the disk when a write comes in, and is not. */
function missingFor(
  { method, path }: ApiRequest,
  server: MemoryServer,
  disk: MemoryDisk,
  isRescue: boolean,
): readonly string[] {
  const request = `${method} ${path}`;
  try {
    const state = [...disk.entries.keys()].find((name) => /\/rescues\/.*\.json$/.test(name)) ?? "";
    assert.ok(!isRescue || stateIn(disk.text(state)) !== undefined, "no state of the rescue");
    const lines = disk.text(`${directory}/journal.jsonl`).trim().split("\n");
    const last = JSON.parse(lines.at(-1) ?? "") as Intent;
    assert.deepEqual([last.event, last.request], ["intent", request]);
    for (const { file, sha256 } of last.backup) {
      assert.equal(createHash("sha256").update(disk.text(file)).digest("hex"), sha256, file);
      const [, folder = "", name = ""] = /^(.*)\/([^/]*)$/.exec(file) ?? [];
      assert.ok(disk.text(`${folder}/SHA256SUMS`).includes(`${sha256}  ${name}\n`), `${name} is not listed`);
    }
    const target = server.objects().find((object) => pathOf(object) === path);
    const saved = last.backup.map(({ file }) => JSON.parse(disk.text(file)) as KubeObject);
    if (target === undefined) return [];
    const { uid, resourceVersion } = (target as unknown as KubeObject).metadata;
    assert.ok(
      saved.some(({ metadata }) => metadata.uid === uid && metadata.resourceVersion === resourceVersion),
      "the object is not saved as it is",
    );
    return [];
  } catch (problem) {
    return [`${request}: ${problem instanceof Error ? problem.message : String(problem)}`];
  }
}

interface Intent {
  readonly event: string;
  readonly request: string;
  readonly backup: readonly { readonly file: string; readonly sha256: string }[];
}

function pathOf(object: JsonObject): string {
  const { apiVersion, kind, metadata } = object as unknown as KubeObject;
  const served = usualKinds.find((each) => each.apiVersion === apiVersion && each.kind === kind);
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const inside = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
  return `${root}${inside}/${served?.plural ?? ""}/${metadata.name}`;
}
