import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluralOf } from "../../src/kubernetes/index.ts";
import type { Wishes } from "../generator/cluster.ts";
import type { Store } from "../runner/folders.ts";
import { storeOf } from "../runner/folders.ts";
import type { Options } from "../runner/options.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { Manner } from "../runner/server.ts";
import type { Address, Stage } from "../runner/stage.ts";
import { measureWith } from "../runner/stage.ts";
import type { Variant } from "../runner/variant.ts";
import { rootOf } from "../store/discovery.ts";
import { audit, kubectl, lists, popeye } from "./commands.ts";

const limit = 500;
/** From so many pods on popeye takes a minute or more, and kubectl more memory than there is. */
const many = 30_000;
const tooMany = 100_000;

export interface AuditResult {
  readonly pods: number;
  readonly store: Store;
  readonly outcomes: readonly Outcome[];
}

/** One claim in so many has something wrong with it, in a cluster in much trouble. */
export const troubleDistance = 2;

/**
 * The same of a cluster in much trouble, for curl and pvguard alone: there is more to say, and hardly more to read. Without
 * what events tell: pvguard reads those of 200 objects, and says of the others that it did not.
 */
export async function troubleScene(stage: Stage, pods: number, options: Options): Promise<AuditResult> {
  const only = options.only.filter((id) => id === "curl" || id === "audit");
  return await auditScene(
    stage,
    { pods, distance: troubleDistance, planting: "without events" as const },
    { ...options, only },
  );
}

export async function auditScene(stage: Stage, wishes: Wishes, options: Options): Promise<AuditResult> {
  const { pods } = wishes;
  const store = storeOf(wishes);
  const { only, rounds, programs, wait } = options;
  const manners = ["plain", "gzip", "only-json"] as const;
  const outcomes = await measureWith(stage, store, { manners, wait }, rounds, (at) => {
    const from = (server: Manner, command: (kubeconfig: string) => Omit<Variant, "server">): Variant => ({
      ...command(at(server).kubeconfig),
      server,
    });
    return [
      curl(stage, store, at("plain"), "JSON"),
      curl(stage, store, at("plain"), "protobuf"),
      ...stage.nodes.map((node) =>
        from("plain", (kubeconfig) => audit("audit", "pvguard audit", stage.main, kubeconfig, node)),
      ),
      from("gzip", (kubeconfig) => audit("audit-gzip", "pvguard audit, gzip", stage.main, kubeconfig)),
      from("only-json", (kubeconfig) =>
        audit("audit-json", "pvguard audit, all in JSON", stage.main, kubeconfig),
      ),
      ...programs.map(([name, main]) =>
        from("plain", (kubeconfig) => audit("audit", `pvguard audit, ${name}`, main, kubeconfig)),
      ),
      ...(pods < tooMany ? [from("plain", (kubeconfig) => kubectl(pods, kubeconfig))] : []),
      ...(pods < many
        ? popeye(at("plain").kubeconfig).map((each) => ({ ...each, server: "plain" as const }))
        : []),
    ].filter(({ id }) => only.includes(id));
  });
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
