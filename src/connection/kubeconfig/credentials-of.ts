import { type Phrase, say, words } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import { authProvider } from "./auth-provider.ts";
import type { Chosen } from "./choose.ts";
import type { ExecEntry } from "./config.ts";
import { basic, bearer, type Credential, type Credentials, fixed, isSame } from "./credentials.ts";
import { type ExecCredential, failed, readExecCredential } from "./exec/exec-credential.ts";
import { type ExecCluster, type ExecVersion, execInfo } from "./exec/exec-info.ts";
import { allowPlugin } from "./exec/plugin-policy.ts";
import { readPem } from "./pem.ts";
import type { PluginCall, PluginRun, Surroundings } from "./surroundings.ts";

/** The first of a user's ways to log in that is set, with the client certificate, if there is one, beside it. */
export async function credentialsOf(
  chosen: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Promise<Credentials> {
  const certificate = await certificateOf(chosen, surroundings);
  const origin = authorizationOf(chosen, certificateAuthority, surroundings);
  return {
    current: async () => ({ ...certificate, ...(await origin.current()) }),
    renew: (refused) => origin.renew(refused),
  };
}

async function certificateOf(
  { user, userName = "" }: Chosen,
  surroundings: Surroundings,
): Promise<Pick<Credential, "certificate">> {
  const { clientCertificate, clientKey } = user;
  if (clientCertificate === undefined || clientKey === undefined) return {};
  const certificate = await readPem(clientCertificate, "client-cert", userName, surroundings);
  const key = await readPem(clientKey, "client-key", userName, surroundings);
  return { certificate: { certificate, key } };
}

/** Mirrors kubernetes/client-go tools/clientcmd `getUserIdentificationPartialConfig` and transport/round_trippers.go (v1.36). */
function authorizationOf(
  { cluster, user }: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Credentials {
  const { token, username, password } = user;
  if (user.tokenFile !== undefined) return tokenFile(user.tokenFile, token, surroundings);
  if (token !== undefined) return fixed({ authorization: bearer(token) });
  if (username !== undefined || password !== undefined) {
    return fixed({ authorization: basic(username ?? "", password ?? "") });
  }
  if (user.exec !== undefined) {
    const target = { cluster, server: cluster.server ?? "", certificateAuthority };
    return execPlugin(user.exec, target, surroundings);
  }
  return user.authProvider === undefined ? fixed({}) : authProvider(user.authProvider, surroundings);
}

const rereadAfter = 60_000;

/**
 * A token in a file that another program keeps fresh. It is read again each minute and after a 401; a token that was read
 * once stays good while the file cannot be read. Mirrors kubernetes/client-go transport/token_source.go (v1.36).
 */
function tokenFile(path: string, fallback: string | undefined, surroundings: Surroundings): Credentials {
  let last: { readonly token: string; readonly at: number } | undefined;

  async function current(): Promise<Credential> {
    const now = surroundings.now();
    if (last === undefined || now - last.at >= rereadAfter) {
      last = { token: (await tokenIn(path, surroundings)) ?? last?.token ?? missing(), at: now };
    }
    return { authorization: bearer(last.token) };
  }

  function missing(): string {
    if (fallback !== undefined) return fallback;
    throw new AccessError("credentials", say`error: could not read a token from file ${path}`);
  }

  async function renew(refused: Credential): Promise<"renewed" | "same"> {
    const token = await tokenIn(path, surroundings);
    if (token === undefined || bearer(token) === refused.authorization) return "same";
    last = { token, at: surroundings.now() };
    return "renewed";
  }

  return { current, renew };
}

async function tokenIn(path: string, surroundings: Surroundings): Promise<string | undefined> {
  const read = await surroundings.readFile(path);
  if (read.state !== "read") return undefined;
  return new TextDecoder().decode(read.bytes).trim() || undefined;
}

/** A person at the terminal can be logging in with a browser meanwhile. */
const timeLimits = { none: 60_000, terminal: 300_000 } as const;

/**
 * Credentials from a program that the kubeconfig names. It is run once, and again when its credential has expired or
 * the server does not accept it. Mirrors kubernetes/client-go plugin/pkg/client/auth/exec/exec.go (v1.36).
 */
function execPlugin(exec: ExecEntry, target: ExecCluster, surroundings: Surroundings): Credentials {
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
