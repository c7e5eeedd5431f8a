import type { Phrase } from "../../model/index.ts";

/** Everything that a kubeconfig touches outside of its own text. Tests hand in their own. */
export interface Surroundings {
  readonly env: Environment;
  readonly home: string | undefined;
  readonly workingDirectory: string;
  readonly platform: "posix" | "windows";
  /** Is a person at standard input? */
  isAtTerminal(): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Tells the person something, at a terminal or not. */
  warn(line: Phrase): void;
  readFile(path: string): Promise<FileRead>;
  runPlugin(call: PluginCall): Promise<PluginRun>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export type FileRead =
  | { readonly state: "read"; readonly bytes: Uint8Array }
  | { readonly state: "missing" }
  /** `detail` is the operating system's word for it. */
  | { readonly state: "unreadable"; readonly detail: string };

/** A program to start without a shell. Its standard error goes to the person, its standard output never. */
export interface PluginCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly input: "terminal" | "none";
  /** Milliseconds, after which it is killed with everything that it started. */
  readonly timeLimit: number;
}

export type PluginRun =
  | { readonly ended: "exit"; readonly code: number; readonly output: Uint8Array }
  | { readonly ended: "signal"; readonly signal: string }
  | { readonly ended: "time-limit" }
  | { readonly ended: "output-limit" }
  | { readonly ended: "not-found" }
  | { readonly ended: "not-started"; readonly detail: string };

export function variable(env: Environment, name: string): string | undefined {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return value === "" ? undefined : value;
}
