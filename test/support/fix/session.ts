import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { loadAll } from "js-yaml";
import type { Host } from "../../../src/cli/index.ts";
import { run } from "../../../src/cli/index.ts";
import { collecting } from "../collecting.ts";
import { base64, kubeconfigFor } from "../fault-server/surroundings.ts";
import type {
  ApiAnswer,
  ApiRequest,
  JsonObject,
  MemoryServer,
  ServedKind,
  User,
} from "../memory-server/index.ts";
import { memoryServer, usualKinds } from "../memory-server/index.ts";
import { documentedRights } from "./documented-rights.ts";

/** The time at which scenarios happen. */
const noon = Date.parse("2026-11-20T12:00:00Z");

export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

interface RunOptions {
  /** What a person types at the terminal, line by line. Without it there is no terminal. */
  readonly types?: readonly (string | (() => string))[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdout?: Host["stdout"];
  readonly interrupted?: AbortSignal;
  readonly files?: Readonly<Record<string, string>>;
  readonly now?: () => number;
  /** Takes what is written by `-o FORMAT=FILE`, by its path. */
  readonly saved?: Map<string, string>;
}

/** A cluster in memory, and the command line that works on it as `main.ts` would. */
export interface Session {
  readonly server: MemoryServer;
  readonly folder: string;
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Requests that change something: no dry runs, and no reviews. */
  writes(): readonly string[];
}

export interface SessionOptions {
  readonly users?: readonly User[];
  readonly kinds?: readonly ServedKind[];
  /** Fields of the cluster in the kubeconfig. */
  readonly cluster?: object;
  readonly instead?: (request: ApiRequest) => ApiAnswer | undefined;
}

export async function session(
  context: TestContext,
  objects: readonly JsonObject[],
  options: SessionOptions = {},
): Promise<Session> {
  const { kinds = usualKinds } = options;
  const fixer: User = {
    name: "fixer",
    token: "token-of-fixer",
    rights: documentedRights,
  };
  const users = options.users ?? [fixer];
  const server = await memoryServer({
    now: () => noon,
    kinds,
    users,
    ...(options.instead === undefined ? {} : { instead: options.instead }),
  });
  context.after(() => server.close());
  const folder = mkdtempSync(join(tmpdir(), "pvguard-fix-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  server.load(objects);
  const cluster = {
    server: server.url,
    "certificate-authority-data": base64(server.authority),
    ...options.cluster,
  };
  const kubeconfig = join(folder, "config");
  writeFileSync(kubeconfig, kubeconfigFor(cluster, { token: users[0]?.token }));
  return {
    server,
    folder,
    run: (argv, more = {}) => ran([...argv, "--kubeconfig", kubeconfig], folder, more),
    writes: () =>
      server.received.filter(isWrite).map(({ method, path, query }) => {
        const text = query.toString();
        return `${method} ${path}${text === "" ? "" : `?${text}`}`;
      }),
  };
}

/** A write that the server is only asked about. */
export function isPreview({ query, body }: ApiRequest): boolean {
  return query.get("dryRun") === "All" || body.includes('"dryRun":["All"]');
}

/** Whether the server would store it. Reviews are questions. */
export function isWrite(request: ApiRequest): boolean {
  if (request.method === "GET" || /\/selfsubject\w*reviews$/.test(request.path)) return false;
  return !isDryRun(request);
}

/**
 * A dry run says so in its query. Of a DELETE with a body the server reads the body alone: one that says `dryRun` in its
 * query deletes. kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/endpoints/handlers/delete.go DeleteResource, v1.36.
 */
function isDryRun({ method, query, body }: ApiRequest): boolean {
  if (method !== "DELETE" || body === "") return query.get("dryRun") === "All";
  const { dryRun } = JSON.parse(body) as { readonly dryRun?: readonly string[] };
  return dryRun?.includes("All") === true;
}

/** The objects of a scenario as a server has them; what the scenario says was not read is not for this user. */
export async function scenarioSession(
  context: TestContext,
  name: string,
  more: SessionOptions = {},
): Promise<Session> {
  const file = join(import.meta.dirname, "..", "..", "scenarios", name, "cluster.yaml");
  const documents = loadAll(readFileSync(file, "utf8")) as readonly JsonObject[];
  const notRead = documents.flatMap((each) => (each.notRead ?? []) as readonly NotRead[]);
  const without = (reason: string, { apiVersion, plural }: ServedKind) =>
    !notRead.some((each) => each.reason === reason && each.resource === `${apiVersion}/${plural}`);
  const kinds = usualKinds.filter((kind) => without("NotServed", kind));
  const forbidden = kinds.filter((kind) => !without("Forbidden", kind));
  const rights = documentedRights.map((right) => ({
    ...right,
    resources: right.resources.filter(
      (resource) =>
        !forbidden.some(({ group, plural }) => plural === resource && right.groups.includes(group)),
    ),
  }));
  return await session(
    context,
    documents.filter(({ kind }) => kind !== "Snapshot"),
    { kinds, users: [{ name: "ada", token: "token-of-ada", rights }], ...more },
  );
}

interface NotRead {
  readonly resource: string;
  readonly reason: string;
}

async function ran(argv: readonly string[], folder: string, options: RunOptions): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const isTerminal = options.types !== undefined;
  const host: Host = {
    stdout: options.stdout ?? collecting(out, isTerminal),
    stderr: collecting(err, isTerminal),
    stdin: typed(options.types ?? [], isTerminal),
    env: { HOME: folder, ...options.env },
    platform: "linux",
    userNumber: process.getuid?.(),
    cwd: () => folder,
    now: options.now ?? (() => noon),
    random: () => 0.5,
    // A test does not wait.
    sleep: (milliseconds, signal) => sleep(Math.min(milliseconds, 5), undefined, { signal }).catch(() => {}),
    killGroup: () => {},
    interrupted: options.interrupted ?? new AbortController().signal,
    about: { version: "v1.2.3", runtime: "node v20.0.0 linux/x64", path: "/usr/bin/kubectl-pvguard" },
    saveFile: async (path, text) => {
      if (options.saved === undefined) throw new Error(`a test must not write ${path}`);
      options.saved.set(path, [...text].join(""));
    },
    readFile: async (path) => {
      const text = options.files?.[path];
      if (text === undefined) throw new Error(`there is no ${path}`);
      return text;
    },
    installCompleter: async () => ({ state: "installed", path: "" }),
  };
  const code = await run(argv, host);
  return { out: out.join(""), err: err.join(""), code };
}

function typed(lines: NonNullable<RunOptions["types"]>, isTTY: boolean): Host["stdin"] {
  async function* chunks() {
    for (const line of lines) yield Buffer.from(`${typeof line === "string" ? line : line()}\n`);
  }
  return Object.assign(chunks(), { isTTY });
}
