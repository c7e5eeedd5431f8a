import { type Phrase, say, words } from "../../../model/index.ts";
import { AccessError } from "../access-error.ts";
import type { ExecEntry } from "../config.ts";
import { type Credential, type Credentials, isSame } from "../credentials.ts";
import type { PluginCall, PluginRun, Surroundings } from "../surroundings.ts";
import { type ExecCredential, failed, readExecCredential } from "./exec-credential.ts";
import { type ExecCluster, type ExecVersion, execInfo } from "./exec-info.ts";
import { allowPlugin } from "./plugin-policy.ts";

/** A person at the terminal can be logging in with a browser meanwhile. */
const timeLimits = { none: 60_000, terminal: 300_000 } as const;

/**
 * Credentials from a program that the kubeconfig names. It is run once, and again when its credential has expired or
 * the server does not accept it. Mirrors kubernetes/client-go plugin/pkg/client/auth/exec/exec.go (v1.36).
 */
export function execPlugin(exec: ExecEntry, target: ExecCluster, surroundings: Surroundings): Credentials {
  const apiVersion = versionOf(exec);
  let running: Promise<ExecCredential> | undefined;
  let last: ExecCredential | undefined;

  async function run(): Promise<ExecCredential> {
    const call = callOf(exec, apiVersion, target, surroundings);
    await allowPlugin(call.command, surroundings);
    const output = outputOf(await surroundings.runPlugin(call), exec, call);
    return readExecCredential(output, apiVersion);
  }

  async function fresh(): Promise<ExecCredential> {
    running ??= run().finally(() => {
      running = undefined;
    });
    last = await running;
    return last;
  }

  async function current(): Promise<Credential> {
    const usable = last !== undefined && (last.expires === undefined || surroundings.now() < last.expires);
    return (usable && last !== undefined ? last : await fresh()).credential;
  }

  async function renew(refused: Credential): Promise<"renewed"> {
    // Another request may have had the same answer, and run the plugin already.
    if (last === undefined || isSame(last.credential, refused)) await fresh();
    return "renewed";
  }

  return { current, renew };
}

function versionOf(exec: ExecEntry): ExecVersion {
  const version = exec.apiVersion;
  if (version === "client.authentication.k8s.io/v1beta1") return version;
  if (version !== "client.authentication.k8s.io/v1") {
    throw new AccessError("config", say`error: exec plugin: invalid apiVersion ${version ?? ""}`);
  }
  if (exec.interactiveMode === undefined) {
    throw new AccessError(
      "config",
      say`error: interactiveMode must be specified for ${exec.command ?? ""} to use exec authentication plugin`,
    );
  }
  return version;
}

function callOf(
  exec: ExecEntry,
  apiVersion: ExecVersion,
  target: ExecCluster,
  surroundings: Surroundings,
): PluginCall {
  const input = inputFor(exec, surroundings);
  return {
    command: exec.command ?? "",
    args: exec.args,
    env: {
      ...surroundings.env,
      ...Object.fromEntries(exec.env),
      KUBERNETES_EXEC_INFO: execInfo(exec, apiVersion, target, input),
    },
    input,
    timeLimit: timeLimits[input],
  };
}

function inputFor(exec: ExecEntry, { isAtTerminal }: Surroundings): "terminal" | "none" {
  switch (exec.interactiveMode ?? "IfAvailable") {
    case "Never":
      return "none";
    case "IfAvailable":
      return isAtTerminal() ? "terminal" : "none";
    case "Always":
      if (isAtTerminal()) return "terminal";
      throw failed(words("exec plugin cannot support interactive mode: standard input is not a terminal"));
  }
}

function outputOf(run: PluginRun, exec: ExecEntry, call: PluginCall): Uint8Array {
  const { command } = call;
  switch (run.ended) {
    case "exit":
      if (run.code === 0) return run.output;
      throw failed(say`exec: executable ${command} failed with exit code ${run.code}`, hintOf(exec));
    case "signal":
      throw failed(say`exec: executable ${command} was killed by ${run.signal}`, hintOf(exec));
    case "time-limit":
      throw failed(say`exec: executable ${command} was still running after ${call.timeLimit / 1000}s`);
    case "output-limit":
      throw failed(say`exec: executable ${command} printed more output than a credential`);
    case "not-found":
      throw failed(say`exec: executable ${command} not found`, hintOf(exec) ?? notInstalled);
    case "not-started":
      throw failed(say`exec: executable ${command} could not be started: ${run.detail}`, hintOf(exec));
  }
}

const notInstalled = words(
  "The kubeconfig names a client-go credential plugin that is not installed. See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins",
);

function hintOf(exec: ExecEntry): Phrase | undefined {
  return exec.installHint === undefined ? undefined : say`${exec.installHint}`;
}
