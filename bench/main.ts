/** `npm run bench -- --help`: how long an audit takes, beside what others take for less. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../build/bundle.ts";
import { ownProgram } from "../test/cluster/binaries/own.ts";
import { grantAccess, kubeconfig } from "./runner/access.ts";
import { cache, storeOf } from "./runner/folders.ts";
import { type Options, options } from "./runner/options.ts";
import { inTurns } from "./runner/rounds.ts";
import { type Manner, type PageServer, startServer } from "./runner/server.ts";
import { figures, table } from "./runner/table.ts";
import { audit, curl, kubectl, type Variant } from "./runner/variant.ts";

const asked = options(process.argv.slice(2));
if (asked === "help") process.exit(0);

mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "run-"));
const built = join(folder, "dist");
await bundle(built);
const program = await ownProgram(join(import.meta.dirname, "program"), "pvguard-bench");
try {
  for (const pods of asked.pods) await bench(pods, asked);
} finally {
  rmSync(folder, { recursive: true });
}

async function bench(pods: number, { only, rounds, programs }: Options): Promise<void> {
  const store = storeOf(pods);
  const access = grantAccess(join(folder, "access"));
  const servers = new Map<Manner, PageServer>();
  const manners: readonly Manner[] = ["plain", "gzip", "only-json"];
  for (const manner of manners) servers.set(manner, await startServer(program, store.folder, access, manner));
  const server = (manner: Manner): PageServer => {
    const found = servers.get(manner);
    if (found === undefined) throw new Error(`no server is ${manner}`);
    return found;
  };
  const config = (manner: Manner) => kubeconfig(access, manner, server(manner).url);
  const main = join(built, "main.mjs");
  const known: readonly (readonly [string, () => Variant])[] = [
    ["curl", () => curl(store, server("plain").url, folder, access.authority, "JSON")],
    ["curl-protobuf", () => curl(store, server("plain").url, folder, access.authority, "protobuf")],
    ["audit", () => audit("pvguard audit", main, config("plain"), "plain")],
    ["audit-gzip", () => audit("pvguard audit, gzip", main, config("gzip"), "gzip")],
    [
      "audit-json",
      () => audit("pvguard audit, server without protobuf", main, config("only-json"), "only-json"),
    ],
    ...programs.map(
      ([name, path]) =>
        [name, () => audit(`pvguard audit, ${name}`, path, config("plain"), "plain")] as const,
    ),
    ["kubectl", () => kubectl(config("plain"))],
  ];
  const chosen = known.filter(([name]) => only.includes(name) || programs.some(([other]) => other === name));
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  try {
    const variants = chosen.map(([, make]) => make());
    const means = { program, folder, env, expected: store.catalog.Expected, server };
    const outcomes = await inTurns(variants, rounds, means);
    process.stdout.write(
      `\n${pods} pods, medians of ${rounds} (least–most)\n\n${table(outcomes.map(figures))}\n`,
    );
    for (const { variant, counters } of outcomes) {
      const all = Object.values(counters.kinds);
      const requests = all.reduce((sum, kind) => sum + kind.requests, 0);
      const bytes = all.reduce((sum, kind) => sum + kind.bytes, 0);
      process.stdout.write(
        `${variant.name}: ${requests} requests, ${(bytes / 1e6).toFixed(1)} MB, at most ${counters.peak} at one time\n`,
      );
    }
  } finally {
    for (const each of servers.values()) await each.stop();
  }
}
