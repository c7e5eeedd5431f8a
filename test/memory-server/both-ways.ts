import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { loadAll } from "js-yaml";
import type { Source } from "../../src/commands/index.ts";
import { liveSource } from "../../src/commands/index.ts";
import { kindNamed } from "../../src/kubernetes/index.ts";
import { openCluster } from "../../src/reading/live/index.ts";
import { runCommand } from "../commands/support/run-command.ts";
import { base64, kubeconfigFor, liveSurroundings } from "../support/fault-server/surroundings.ts";
import type { JsonObject, MemoryServer, ServedKind, User } from "../support/memory-server/index.ts";
import { memoryServer, usualKinds } from "../support/memory-server/index.ts";
import { runCli } from "../support/run-cli.ts";

/** What was said, without what names the source. */
interface Said {
  readonly code: number;
  readonly err: string;
  readonly report: object;
}

interface BothWays {
  readonly live: Said;
  readonly offline: Said;
  readonly requests: readonly string[];
}

interface NotRead {
  readonly resource: string;
  readonly reason: string;
}

const noon = Date.parse("2026-11-20T12:00:00Z");
const mayDiffer = ["takenAt", "clock", "source", "detail"];

/** Asks a server that has the objects of a scenario, and the scenario's file. */
export async function bothWays(
  context: TestContext,
  scenario: string,
  target: readonly string[],
): Promise<BothWays> {
  const file = join(import.meta.dirname, "..", "scenarios", scenario, "cluster.yaml");
  const documents = loadAll(readFileSync(file, "utf8")) as readonly JsonObject[];
  const server = await serverWith(context, documents);
  const command = ["why", ...target, "-o", "json"];
  // Beside the cluster: lists of disks.
  const readFile = async (path: string) => readFileSync(join(file, "..", path), "utf8");
  const live = await runCommand(command, await sourceFor(context, server), { now: () => noon, readFile });
  const offline = await runCli([...command, "--from", "-"], noon, fileOf(documents, server), { readFile });
  return { live: said(live), offline: said(offline), requests: server.requests };
}

/** A kind that pvguard has no definition of, such as an operator's. */
function otherKinds(documents: readonly JsonObject[]): readonly ServedKind[] {
  const others = documents.filter(
    ({ apiVersion, kind }) =>
      kind !== "Snapshot" && kindNamed(String(apiVersion), String(kind)) === undefined,
  );
  return others.map((object) => {
    const [apiVersion, kind] = [String(object.apiVersion), String(object.kind)];
    const singular = kind.toLowerCase();
    const group = apiVersion.slice(0, apiVersion.indexOf("/"));
    const namespaced = metadataOf(object).namespace !== undefined;
    const names = { plural: `${singular}s`, kind, singular, shortNames: [], namespaced };
    return { apiVersion, group, ...names, origin: "custom", subresources: [] };
  });
}

/** What the scenario says was not read is not served, or not for this user. */
async function serverWith(context: TestContext, documents: readonly JsonObject[]): Promise<MemoryServer> {
  const notRead = documents.flatMap((each) => (each.notRead ?? []) as readonly NotRead[]);
  const without = (reason: string, { apiVersion, plural }: ServedKind) =>
    !notRead.some((each) => each.reason === reason && each.resource === `${apiVersion}/${plural}`);
  const served = [...usualKinds, ...otherKinds(documents)];
  const kinds = served.filter((kind) => without("NotServed", kind));
  const readable = kinds.filter((kind) => without("Forbidden", kind));
  const server = await memoryServer({ now: () => noon, kinds, users: [readerOf(readable)] });
  context.after(() => server.close());
  server.load(documents.filter(({ kind }) => kind !== "Snapshot"));
  return server;
}

/** The scenario, with the version that the server gave each object. */
function fileOf(documents: readonly JsonObject[], server: MemoryServer): string {
  const given = new Map(server.objects().map((each) => [keyOf(each), metadataOf(each).resourceVersion]));
  const versioned = documents.map((each) => {
    const resourceVersion = given.get(keyOf(each));
    return resourceVersion === undefined
      ? each
      : { ...each, metadata: { ...metadataOf(each), resourceVersion } };
  });
  return versioned.map((each) => JSON.stringify(each)).join("\n");
}

function keyOf(object: JsonObject): string {
  const { namespace = "", name } = metadataOf(object);
  return JSON.stringify([object.apiVersion, object.kind, namespace, name]);
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return (metadata ?? {}) as JsonObject;
}

function readerOf(kinds: readonly ServedKind[]): User {
  const rights = kinds.map(({ group, plural }) => ({ verbs: ["*"], groups: [group], resources: [plural] }));
  return { name: "reader", token: "token-of-reader", rights };
}

async function sourceFor(context: TestContext, server: MemoryServer): Promise<Source> {
  const cluster = { server: server.url, "certificate-authority-data": base64(server.authority) };
  const login = { token: server.tokenOf("reader") };
  const opened = await openCluster({}, liveSurroundings(kubeconfigFor(cluster, login), { now: () => noon }));
  context.after(() => opened.close());
  return liveSource(opened, () => noon);
}

function said({
  code,
  err,
  out,
}: {
  readonly code: number;
  readonly err: string;
  readonly out: string;
}): Said {
  return { code, err, report: JSON.parse(out === "" ? "{}" : out, comparable) as object };
}

/** Evidence comes in the order in which it was read. */
function comparable(field: string, value: unknown): unknown {
  if (mayDiffer.includes(field)) return undefined;
  if (field !== "evidence" || !Array.isArray(value)) return value;
  return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
