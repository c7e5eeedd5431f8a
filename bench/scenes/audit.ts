import { existsSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pluralOf, type Resource } from "../../src/model/index.ts";
import { type Store, storeOf } from "../runner/folders.ts";
import type { Options } from "../runner/options.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { Manner } from "../runner/server.ts";
import { type Address, measureWith, type Stage } from "../runner/stage.ts";
import type { Variant } from "../runner/variant.ts";
import { rootOf } from "../store/discovery.ts";

/** What kubectl is asked for, and curl downloads. */
export const lists: readonly Resource[] = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
];

const limit = 500;
/** From so many pods on kubectl takes a minute or more, and then more memory than there is. */
const many = 30_000;
const tooMany = 100_000;

export interface AuditResult {
  readonly pods: number;
  readonly store: Store;
  readonly outcomes: readonly Outcome[];
}

export async function auditScene(stage: Stage, pods: number, options: Options): Promise<AuditResult> {
  const store = storeOf({ pods });
  const { only, rounds, programs, wait } = options;
  const manners = ["plain", "gzip", "only-json"] as const;
  const outcomes = await measureWith(stage, store, { manners, wait }, rounds, (at) =>
    [
      curl(stage, store, at("plain"), "JSON"),
      curl(stage, store, at("plain"), "protobuf"),
      audit("audit", "pvguard audit", stage.main, at, "plain"),
      audit("audit-gzip", "pvguard audit, gzip", stage.main, at, "gzip"),
      audit("audit-json", "pvguard audit, all in JSON", stage.main, at, "only-json"),
      ...programs.map(([name, main]) => audit("audit", `pvguard audit, ${name}`, main, at, "plain")),
      ...(pods < tooMany ? [kubectl(pods, at("plain"))] : []),
      ...(pods < many && isInstalled("popeye") ? [popeye(at("plain"))] : []),
    ].filter(({ id }) => only.includes(id)),
  );
  return { pods, store, outcomes };
}

/** One curl, one connection, one page after the other, to /dev/null. */
function curl(
  { folder, access }: Stage,
  store: Store,
  { url }: Address,
  encoding: "JSON" | "protobuf",
): Variant {
  const file = join(folder, `pages-${encoding}.curl`);
  const lines = pagesOf(store, url).map((page) => `url = "${page}"\noutput = "/dev/null"\n`);
  writeFileSync(file, lines.join(""));
  const type = encoding === "JSON" ? "application/json" : "application/vnd.kubernetes.protobuf";
  const flags = ["--silent", "--fail", "--cacert", access.authority, "--header", `Accept: ${type}`];
  return {
    id: encoding === "JSON" ? "curl" : "curl-protobuf",
    name: `curl, ${encoding}`,
    argv: ["curl", ...flags, "--config", file],
    server: "plain",
    prints: "nothing",
  };
}

/** Every page of the lists, known beforehand. */
function pagesOf({ catalog }: Store, server: string): readonly string[] {
  return lists.flatMap((resource) => {
    const path = `${server}${rootOf(resource)}/${pluralOf(resource)}?limit=${limit}`;
    const count = Math.max(1, Math.ceil((catalog.Counts[resource] ?? 0) / limit));
    return Array.from({ length: count }, (_, page) =>
      page === 0 ? path : `${path}&continue=${tokenOf(page * limit)}`,
    );
  });
}

/** As the server makes it. */
function tokenOf(start: number): string {
  return Buffer.from(`start:${start}`).toString("base64url");
}

function audit(
  id: string,
  name: string,
  main: string,
  at: (manner: Manner) => Address,
  server: Manner,
): Variant {
  const flags = ["-o", "json", "--fail-on=never", "--kubeconfig", at(server).kubeconfig];
  return { id, name, argv: [process.execPath, main, "audit", ...flags], server, prints: "findings" };
}

function kubectl(pods: number, { kubeconfig }: Address): Variant {
  const ask = ["kubectl", "--kubeconfig", kubeconfig, "get"];
  return {
    id: "kubectl",
    name: "kubectl get -o json",
    argv: [...ask, lists.map(pluralOf).join(","), "-A", "-o", "json"],
    warmUp: [...ask, "storageclasses"],
    ...(pods >= many ? { rounds: 3 } : {}),
    server: "plain",
    prints: "nothing",
  };
}

function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Of what it can look at, only claims and volumes. It reads the pods for that. */
function popeye({ kubeconfig }: Address): Variant {
  const flags = ["-s", "pvc,pv", "-A", "-o", "json", "--force-exit-zero", "--kubeconfig", kubeconfig];
  return {
    id: "popeye",
    name: "popeye -s pvc,pv",
    argv: ["popeye", ...flags],
    server: "plain",
    prints: "nothing",
  };
}
