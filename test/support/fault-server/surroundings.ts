import type { LiveSurroundings } from "../../../src/connection/http/surroundings.ts";
import type { Phrase } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";

export interface Watched extends LiveSurroundings {
  /** Lines of the request log. */
  readonly logged: string[];
  readonly noticed: string[];
  readonly warned: string[];
  /** Every wait, in milliseconds. None of them is waited for. */
  readonly waits: number[];
}

/** The time at which tests happen, unless they say otherwise. */
export const testTime = Date.parse("2026-11-20T12:00:00Z");

/** A computer with one file, a kubeconfig, and with time limits that only a hang can reach. */
export function liveSurroundings(kubeconfig: string, more: Partial<LiveSurroundings> = {}): Watched {
  const logged: string[] = [];
  const noticed: string[] = [];
  const warned: string[] = [];
  const waits: number[] = [];
  const { limits, ...others } = more;
  return {
    env: {},
    home: "/home/ada",
    workingDirectory: "/home/kim",
    platform: "posix",
    isAtTerminal: () => false,
    warn: (line) => warned.push(plain(line)),
    now: () => testTime,
    readFile: async (path) =>
      path === "/home/ada/.kube/config"
        ? { state: "read", bytes: Buffer.from(kubeconfig) }
        : { state: "missing" },
    runPlugin: async () => ({ ended: "not-found" }),
    random: () => 0.5,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
    },
    verbosity: 0,
    log: (line) => logged.push(plain(line)),
    notice: (line) => noticed.push(plain(line)),
    userAgent: "kubectl-pvguard/0.0.0-test",
    ...others,
    limits: { connect: 8000, handshake: 8000, headers: 8000, idle: 8000, request: 10_000, ...limits },
    logged,
    noticed,
    warned,
    waits,
  };
}

export function plain(phrase: Phrase): string {
  return flatten(phrase, (data) => data);
}

/** A kubeconfig with context `x`, cluster `c` and user `u`. */
export function kubeconfigFor(cluster: object, user: object = {}): string {
  return JSON.stringify({
    "current-context": "x",
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
  });
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
