import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Wishes } from "../generator/cluster.ts";
import type { Catalog } from "../store/catalog.ts";

const bench = join(import.meta.dirname, "..");
export const root = join(bench, "..");

/** Outside the tree: a large cluster takes minutes to make, and serves every checkout. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "pvguard", "bench");

/** What the bytes of a cluster depend on. */
const sources = ["bench/generator", "bench/protobuf", "bench/store", "test/support/protobuf"];

export interface Store {
  readonly folder: string;
  readonly catalog: Catalog;
}

/** The cluster of these wishes; it is made if it does not exist yet. */
export function storeOf(wishes: Wishes): Store {
  const { pods, podsANamespace, distance, planting } = wishes;
  const namespaces = podsANamespace === undefined ? "" : `-${podsANamespace}-a-namespace`;
  const problems = distance === undefined ? "" : `-one-in-${distance}`;
  const kinds = planting === undefined ? "" : `-${planting.replaceAll(" ", "-")}`;
  const name = `${pods}-pods${namespaces}${problems}${kinds}`;
  const folder = join(cache, `${name}-${digest()}`);
  if (!existsSync(folder)) {
    process.stderr.write(`making a cluster of ${pods} pods in ${folder}\n`);
    const unfinished = `${folder}.unfinished-${process.pid}`;
    const maker = join(bench, "runner", "make-store.ts");
    const argv = ["--import", "tsx", maker, unfinished, JSON.stringify(wishes)];
    const { status } = spawnSync(process.execPath, argv, { cwd: root, stdio: "inherit" });
    if (status !== 0) throw new Error(`the cluster could not be made in ${unfinished}`);
    removeFormer();
    renameSync(unfinished, folder);
  }
  const now = new Date();
  utimesSync(folder, now, now);
  return { folder, catalog: JSON.parse(readFileSync(join(folder, "catalog.json"), "utf8")) as Catalog };
}

const day = 86_400_000;

/** Removes what was not used for a day: most often clusters of former versions of the generator. */
function removeFormer(): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > day) rmSync(path, { recursive: true });
  }
}

function digest(): string {
  const hash = createHash("sha256");
  for (const folder of sources) {
    for (const file of readdirSync(join(root, folder)).sort())
      hash.update(file).update(readFileSync(join(root, folder, file)));
  }
  return hash.digest("hex").slice(0, 12);
}
