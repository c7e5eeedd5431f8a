import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../build/bundle.ts";
import { ownProgram } from "../../test/cluster/binaries/own.ts";
import type { Access } from "./access.ts";
import { grantAccess, kubeconfig } from "./access.ts";
import type { Store } from "./folders.ts";
import { cache } from "./folders.ts";
import type { Node } from "./node.ts";
import { ownNode } from "./node.ts";
import type { Options } from "./options.ts";
import type { Outcome } from "./rounds.ts";
import { inTurns } from "./rounds.ts";
import type { Manner, PageServer } from "./server.ts";
import { startServer } from "./server.ts";
import type { Variant } from "./variant.ts";

/** What all measurements of a run need. */
export interface Stage {
  /** For files of this run. */
  readonly folder: string;
  readonly access: Access;
  /** The small program that serves and measures. */
  readonly program: string;
  /** pvguard as it is in this tree, freshly built. */
  readonly main: string;
  /** What pvguard is run by; first the one that runs the benchmark. */
  readonly nodes: readonly Node[];
  /** Other builds of pvguard. */
  readonly others: Options["programs"];
  close(): void;
}

export async function openStage({ nodes, programs }: Pick<Options, "nodes" | "programs">): Promise<Stage> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "run-"));
  const built = join(folder, "dist");
  await bundle(built);
  const main = join(built, "main.cjs");
  return {
    folder,
    access: grantAccess(join(folder, "access")),
    program: await ownProgram(join(import.meta.dirname, "..", "program"), "pvguard-bench"),
    main,
    nodes: [ownNode, ...nodes],
    others: programs,
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Where a server is, and the kubeconfig that says so. */
export interface Address {
  readonly url: string;
  readonly kubeconfig: string;
}

/** Measures commands that ask servers of a stored cluster. `make` is told where they are. */
export async function measureWith(
  stage: Stage,
  { folder: store, catalog }: Store,
  { manners, wait = "0s" }: { readonly manners: readonly Manner[]; readonly wait?: string },
  rounds: number,
  make: (at: (manner: Manner) => Address) => readonly Variant[],
): Promise<readonly Outcome[]> {
  const { program, folder, access } = stage;
  const servers = new Map<Manner, PageServer>();
  const server = (manner: Manner): PageServer => {
    const found = servers.get(manner);
    if (found === undefined) throw new Error(`no server is ${manner}`);
    return found;
  };
  try {
    for (const manner of manners)
      servers.set(manner, await startServer(program, store, access, manner, wait));
    const variants = make((manner) => {
      const { url } = server(manner);
      return { url, kubeconfig: kubeconfig(access, manner, url) };
    });
    const means = { program, folder, env: environment(folder), expected: catalog.Expected, server };
    return await inTurns(variants, rounds, means);
  } finally {
    for (const each of servers.values()) await each.stop();
  }
}

/** Measures commands that ask no server. */
export async function measureAlone(
  { program, folder }: Stage,
  rounds: number,
  variants: readonly Variant[],
): Promise<readonly Outcome[]> {
  const server = () => {
    throw new Error("there is no server");
  };
  return await inTurns(variants, rounds, { program, folder, env: environment(folder), expected: [], server });
}

/** kubectl keeps a cache in its home. */
function environment(folder: string) {
  return { PATH: process.env.PATH ?? "", HOME: folder };
}
