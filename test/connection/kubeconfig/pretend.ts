import { AccessError } from "../../../src/connection/kubeconfig/index.ts";
import type {
  FileRead,
  PluginCall,
  PluginRun,
  Surroundings,
} from "../../../src/connection/kubeconfig/machine.ts";
import { flatten } from "../../../src/kubernetes/index.ts";

export interface Pretended extends Partial<Omit<Surroundings, "readFile">> {
  readonly files?: Readonly<Record<string, string | { readonly unreadable: string }>>;
}

/** A computer without disk, clock or programs. */
export function pretend(facts: Pretended = {}): Surroundings {
  const { files = {}, ...others } = facts;
  return {
    env: {},
    home: "/home/ada",
    workingDirectory: "/home/kim",
    platform: "posix",
    isAtTerminal: () => false,
    warn() {},
    now: () => 0,
    readFile: async (path): Promise<FileRead> => {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      if (file === undefined) return { state: "missing" };
      return typeof file === "string"
        ? { state: "read", bytes: new TextEncoder().encode(file) }
        : { state: "unreadable", detail: file.unreadable };
    },
    runPlugin: async (): Promise<PluginRun> => ({ ended: "not-found" }),
    ...others,
  };
}

/** A kubeconfig with one context `x`, made of cluster `c` and user `u`. */
export function kubeconfig(cluster: object, user: object = {}, context: object = {}): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "x",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u", ...context } }],
  });
}

export const home = "/home/ada/.kube/config";

/** A plugin that answers each call with the next of these, and then with the last of them. */
export function plugins(...runs: readonly (object | PluginRun)[]): {
  readonly calls: PluginCall[];
  runPlugin(call: PluginCall): Promise<PluginRun>;
} {
  const calls: PluginCall[] = [];
  return {
    calls,
    runPlugin: async (call) => {
      calls.push(call);
      const run = runs[Math.min(calls.length, runs.length) - 1] ?? { ended: "not-found" };
      if ("ended" in run) return run as PluginRun;
      return { ended: "exit", code: 0, output: new TextEncoder().encode(JSON.stringify(run)) };
    },
  };
}

/** The line and the kind of an `AccessError`. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<{ kind: string; line: string; hint: string }> {
  try {
    await promise;
  } catch (problem) {
    if (!(problem instanceof AccessError)) throw problem;
    const plain = (phrase: AccessError["phrase"]) => flatten(phrase, (data) => data);
    return { kind: problem.kind, line: plain(problem.phrase), hint: plain(problem.hint ?? []) };
  }
  throw new Error("it did not fail");
}
