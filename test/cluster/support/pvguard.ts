import { spawn } from "node:child_process";
import { join } from "node:path";
import { builtProgram } from "./built.ts";
import { testKubeconfig } from "./e2e.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The parts of a report that these tests look at. */
interface Diagnosed {
  readonly verdict: { readonly category: string; readonly reason: string };
  readonly roots: readonly { readonly reason: string; readonly object?: { readonly name: string } }[];
  readonly fate?: { readonly data: string };
}

/** Runs the program against the test cluster or the one that `--kubeconfig` names. */
export async function pvguard(...args: readonly string[]): Promise<Ran> {
  const kubeconfig = args.includes("--kubeconfig") ? [] : ["--kubeconfig", testKubeconfig()];
  const child = spawn(process.execPath, [join(await builtProgram(), "main.cjs"), ...args, ...kubeconfig]);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  return await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? 1, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() });
    });
  });
}

/** The one diagnosis that `why` makes of an object. */
export async function why(...args: readonly string[]): Promise<Diagnosed & { readonly code: number }> {
  const { code, out, err } = await pvguard("why", ...args, "-o", "json");
  if (out === "") throw new Error(`pvguard ended with ${code}: ${err}`);
  const { diagnoses } = JSON.parse(out) as { readonly diagnoses: readonly Diagnosed[] };
  const [diagnosis] = diagnoses;
  if (diagnosis === undefined) throw new Error(`no diagnosis: ${out}`);
  return { code, ...diagnosis };
}
