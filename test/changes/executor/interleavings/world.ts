import { openExecutor } from "../../../../src/changes/executor/index.ts";
import type { Act } from "../../../../src/report/index.ts";
import type { Given } from "../../../contract/requests.ts";
import { ask } from "../../../contract/requests.ts";
import type { JsonObject, MemoryServer } from "../../../support/memory-server/index.ts";
import { directory, testSurroundings } from "../support/edge.ts";
import { item, now, plan } from "../support/plans.ts";
import type { Subject } from "../support/subject.ts";
import { run } from "../support/subject.ts";
import type { Gate, Schedule } from "./schedules.ts";
import { gates } from "./schedules.ts";

export type Action =
  /** The rival finishes the claim, and creates another one of that name. */
  | "finish"
  | "create"
  /** A pod that names the claim gets a node. */
  | "bind"
  /** Another controller removes its own finalizer. */
  | "release"
  /** A user labels the claim. */
  | "label";

export const protection = "kubernetes.io/pvc-protection";
export const other = "example.com/other";

/** What is left, and what was said. */
export interface Ending {
  readonly said: string;
  readonly left: Stored | undefined;
  /** The claim that the rival created, as it created it. */
  readonly created: Stored | undefined;
  /** Writes of the writer. */
  readonly writes: number;
}

interface Stored {
  readonly metadata: {
    readonly uid: string;
    readonly resourceVersion: string;
    readonly finalizers?: readonly string[];
  };
}

/** Takes the claim's protection away; calls `reached` at each gate that it comes to. */
export type Writer = (place: Place, reached: (gate: Gate) => Promise<void>) => Promise<string>;

interface Place {
  readonly it: Subject;
  readonly namespace: string;
  readonly path: string;
}

export const uid = "uid-of-the-claim-that-is-meant";

/** Plays one schedule against a writer. */
export async function play(
  it: Subject,
  number: number,
  schedule: Schedule<Action>,
  finalizers: readonly string[],
  writer: Writer,
): Promise<Ending> {
  const namespace = `s${number}`;
  const path = `/api/v1/namespaces/${namespace}/persistentvolumeclaims/data`;
  it.server.load([
    { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } },
    claim(namespace, finalizers),
  ]);
  const place = { it, namespace, path };
  const open = [...schedule];
  let created: Stored | undefined;
  let acting = false;

  async function reached(gate: Gate): Promise<void> {
    if (acting) return;
    acting = true;
    for (
      let next = open[0];
      next !== undefined && gates.indexOf(next[0]) <= gates.indexOf(gate);
      next = open[0]
    ) {
      open.shift();
      const answer = await act(place, next[1]);
      if (next[1] === "create" && answer.code === 201) created = JSON.parse(answer.text);
    }
    acting = false;
  }

  it.server.interleave((pause) =>
    reached(pause === "before-write" ? "while the server writes" : "before the server deletes"),
  );
  const before = it.server.requests.length;
  const said = await writer(place, reached);
  const writes = it.server.requests
    .slice(before)
    .filter((each) => each.includes("fieldManager=pvguard")).length;
  await reached("at the end");
  it.server.interleave(() => {});
  const answer = await ask(it.server, "GET", path);
  return { said, created, writes, left: answer.code === 200 ? JSON.parse(answer.text) : undefined };
}

async function act({ it, namespace, path }: Place, action: Action): Promise<Given> {
  const { server } = it;
  const type = "application/merge-patch+json";
  switch (action) {
    case "finish":
      return await ask(server, "PATCH", path, { type, body: { metadata: { uid, finalizers: null } } });
    case "create":
      return await ask(server, "POST", path.slice(0, path.lastIndexOf("/")), { body: fresh });
    case "bind":
      return await ask(server, "POST", `/api/v1/namespaces/${namespace}/pods`, { body: pod });
    case "release":
      return await released(server, path);
    case "label":
      return await ask(server, "PATCH", path, { type, body: { metadata: { uid, labels: { seen: "yes" } } } });
  }
}

/** As a controller does it: it reads, and puts back without its own. */
async function released(server: MemoryServer, path: string): Promise<Given> {
  const answer = await ask(server, "GET", path);
  if (answer.code !== 200) return answer;
  const { metadata, ...others } = JSON.parse(answer.text) as Stored;
  const finalizers = metadata.finalizers?.filter((finalizer) => finalizer !== other) ?? [];
  return await ask(server, "PUT", path, { body: { ...others, metadata: { ...metadata, finalizers } } });
}

const fresh = { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name: "data" }, spec: {} };
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "app" },
  spec: { nodeName: "node-1", volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] },
};

function claim(namespace: string, finalizers: readonly string[]): JsonObject {
  const deletion = { deletionTimestamp: "2026-11-20T11:00:00Z", deletionGracePeriodSeconds: 0 };
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace, uid, finalizers, ...deletion },
    spec: { volumeName: "disk" },
  };
}

/** Whether a pod with a node names the claim, as the server has it now. */
async function isInUse({ it, namespace }: Place): Promise<boolean> {
  const answer = await ask(it.server, "GET", `/api/v1/namespaces/${namespace}/pods`);
  return (JSON.parse(answer.text) as { readonly items: readonly unknown[] }).items.length > 0;
}

const claims = "v1/persistentvolumeclaims";

/** The executor. */
export const executorWriter: Writer = async (place, reached) => {
  const surroundings = testSurroundings();
  const { client } = place.it;
  const executor = openExecutor(client, surroundings);
  const on = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    name: "data",
    namespace: place.namespace,
    uid,
  };
  const act: Act = { do: "drop-finalizer", on, finalizer: protection };
  const read = await executor.read(claims, on);
  if (read.state !== "found") throw new Error(read.state);
  surroundings.files.watch((call, path) =>
    call === "append" && path === `${directory}/journal.jsonl` ? reached("after the last read") : undefined,
  );
  const [end] = await run({ executor }, plan(item([now(act, read.raw, claims)])), async () => {
    await reached("before the check");
    const used = await isInUse(place);
    await reached("after the check");
    return used ? { reason: "InUse", object: on, message: [] } : "unchanged";
  });
  return end?.status ?? "";
};

/** The same check, the same read, and a patch with uid and version instead. */
export const patchWriter: Writer = async (place, reached) => {
  await reached("before the check");
  const used = await isInUse(place);
  await reached("after the check");
  const read = await ask(place.it.server, "GET", place.path);
  const { metadata } = read.code === 200 ? (JSON.parse(read.text) as Stored) : { metadata: undefined };
  if (used || metadata?.uid !== uid) return "refused";
  await reached("after the last read");
  const finalizers = metadata.finalizers?.filter((finalizer) => finalizer !== protection) ?? [];
  const body = { metadata: { uid, resourceVersion: metadata.resourceVersion, finalizers } };
  const answer = await ask(place.it.server, "PATCH", `${place.path}?fieldManager=pvguard`, {
    type: "application/merge-patch+json",
    body,
  });
  return answer.code === 200 ? "done" : "refused";
};
