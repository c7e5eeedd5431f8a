import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import { configError, noCredential } from "./access-error.ts";
import type { ClusterEntry, ExecEntry } from "./config.ts";
import type { Credential, Credentials } from "./credentials.ts";
import { bearer, isSame } from "./credentials.ts";
import { Fields, Malformed, parseYaml } from "./fields.ts";
import { pathsOf } from "./load.ts";
import type { PluginCall, PluginRun, Surroundings } from "./machine.ts";
import { variable } from "./machine.ts";

interface ExecCredential {
  readonly credential: Credential;
  /** Milliseconds since the epoch. */
  readonly expires: number | undefined;
}

/** A person at the terminal can be logging in with a browser meanwhile. */
const timeLimits = { none: 60_000, terminal: 300_000 } as const;

/**
 * Credentials from a program that the kubeconfig names. It is run once, and again when its credential has expired or
 * the server does not accept it. Mirrors kubernetes/client-go plugin/pkg/client/auth/exec/exec.go (v1.36).
 *
 * @param authority the certificate authority of the cluster, in PEM
 */
export function execPlugin(
  exec: ExecEntry,
  cluster: ClusterEntry,
  authority: string | undefined,
  surroundings: Surroundings,
): Credentials {
  const apiVersion = versionOf(exec);
  let running: Promise<ExecCredential> | undefined;
  let last: ExecCredential | undefined;

  async function run(): Promise<ExecCredential> {
    const input = inputFor(exec, surroundings);
    const call = {
      command: exec.command ?? "",
      args: exec.args,
      env: {
        ...surroundings.env,
        ...Object.fromEntries(exec.env),
        KUBERNETES_EXEC_INFO: JSON.stringify({
          kind: "ExecCredential",
          apiVersion,
          spec: {
            ...(exec.provideClusterInfo ? { cluster: clusterInfo(cluster, authority) } : {}),
            interactive: input === "terminal",
          },
        }),
      },
      input,
      timeLimit: timeLimits[input],
    };
    await allowPlugin(call.command, surroundings);
    return readCredential(outputOf(await surroundings.runPlugin(call), exec, call), apiVersion);
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

function versionOf(exec: ExecEntry): string {
  const version = exec.apiVersion;
  if (version === "client.authentication.k8s.io/v1beta1") return version;
  if (version !== "client.authentication.k8s.io/v1") {
    throw configError(say`exec plugin: invalid apiVersion ${version ?? ""}`);
  }
  if (exec.interactiveMode === undefined) {
    throw configError(
      say`interactiveMode must be specified for ${exec.command ?? ""} to use exec authentication plugin`,
    );
  }
  return version;
}

function inputFor(exec: ExecEntry, { isAtTerminal }: Surroundings): "terminal" | "none" {
  if (exec.interactiveMode === "Never") return "none";
  if (isAtTerminal()) return "terminal";
  if (exec.interactiveMode !== "Always") return "none";
  throw noCredential(words("exec plugin cannot support interactive mode: standard input is not a terminal"));
}

/** What a plugin is told of the server. Mirrors kubernetes/client-go pkg/apis/clientauthentication/v1/types.go `Cluster` (v1.36). */
function clusterInfo(cluster: ClusterEntry, authority: string | undefined): object {
  return {
    server: cluster.server,
    "tls-server-name": cluster.tlsServerName,
    "insecure-skip-tls-verify": cluster.insecureSkipTlsVerify || undefined,
    "certificate-authority-data":
      authority === undefined ? undefined : Buffer.from(authority, "utf8").toString("base64"),
    "proxy-url": cluster.proxyUrl,
    "disable-compression": cluster.disableCompression || undefined,
    config: cluster.execConfig ?? null,
  };
}

function outputOf(run: PluginRun, exec: ExecEntry, { command, timeLimit }: PluginCall): Uint8Array {
  const hint = exec.installHint === undefined ? undefined : say`${exec.installHint}`;
  const failed = (how: Phrase, hint?: Phrase) => noCredential(say`exec: executable ${command} ${how}`, hint);
  switch (run.ended) {
    case "exit":
      if (run.code === 0) return run.output;
      throw failed(say`failed with exit code ${run.code}`, hint);
    case "signal":
      throw failed(say`was killed by ${run.signal}`, hint);
    case "time-limit":
      throw failed(say`was still running after ${timeLimit / 1000}s`);
    case "output-limit":
      throw failed(words("printed more output than a credential"));
    case "not-found":
      throw failed(words("not found"), hint ?? notInstalled);
    case "not-started":
      throw failed(say`could not be started: ${run.detail}`, hint);
  }
}

const notInstalled = words(
  "The kubeconfig names a client-go credential plugin that is not installed. See https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins",
);

/**
 * The credential in a plugin's answer. What the plugin printed is a secret and never part of a message.
 * Mirrors kubernetes/client-go plugin/pkg/client/auth/exec/exec.go `refreshCredsLocked` (v1.36).
 */
function readCredential(output: Uint8Array, apiVersion: string): ExecCredential {
  try {
    return credentialIn(fieldsOf(output), apiVersion);
  } catch (problem) {
    if (problem instanceof Malformed) throw noCredential(say`decoding stdout: ${problem.message}`);
    throw problem;
  }
}

function fieldsOf(output: Uint8Array): Fields {
  try {
    return new Fields(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(output)), "");
  } catch {
    throw new Malformed("the credential plugin did not print an ExecCredential");
  }
}

function credentialIn(answer: Fields, apiVersion: string): ExecCredential {
  const returned = answer.text("apiVersion") ?? "";
  if (answer.text("kind") !== "ExecCredential" || returned !== apiVersion) {
    throw noCredential(
      say`exec plugin is configured to use API version ${apiVersion}, plugin returned version ${returned}`,
    );
  }
  const status = answer.fields("status");
  if (status === undefined) throw noCredential(words("exec plugin didn't return a status field"));
  const token = status.text("token");
  const certificate = status.text("clientCertificateData");
  const key = status.text("clientKeyData");
  if ((certificate === undefined) !== (key === undefined)) {
    throw noCredential(words("exec plugin returned only certificate or key, not both"));
  }
  if (token === undefined && certificate === undefined) {
    throw noCredential(words("exec plugin didn't return a token or cert/key pair"));
  }
  return {
    credential: {
      ...(token === undefined ? {} : { authorization: bearer(token) }),
      ...(certificate === undefined || key === undefined ? {} : { certificate: { certificate, key } }),
    },
    expires: expiry(status),
  };
}

function expiry(status: Fields): number | undefined {
  const text = status.text("expirationTimestamp");
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw status.malformed("expirationTimestamp", "must be a time");
  return at;
}

/**
 * Refuses a credential plugin that the person's kuberc file does not let kubectl run. An entry of the list allows the
 * command that a kubeconfig writes in the same way; kubectl also allows another way of writing the same program.
 * Mirrors kubernetes/client-go plugin/pkg/client/auth/exec `PluginPolicy` (v1.36).
 */
export async function allowPlugin(command: string, surroundings: Surroundings): Promise<void> {
  const path = kubercPath(surroundings);
  const file = path === undefined ? undefined : await surroundings.readFile(path);
  if (path === undefined || file?.state !== "read") return;
  const text = new TextDecoder().decode(file.bytes);
  if (!text.includes("credentialPlugin")) return;
  for (const document of text.split(/^---.*$/m)) {
    const refusal = refusalIn(document, path, command);
    if (refusal !== undefined) throw noCredential(refusal);
  }
}

function kubercPath(surroundings: Surroundings): string | undefined {
  const { env, home } = surroundings;
  const named = variable(env, "KUBERC");
  if (named === "off") return undefined;
  return named ?? (home === undefined ? undefined : pathsOf(surroundings).join(home, ".kube", "kuberc"));
}

function refusalIn(document: string, path: string, command: string): Phrase | undefined {
  try {
    return refusalOf(new Fields(parseYaml(document) ?? {}, ""), command);
  } catch {
    return say`plugin ${command} not allowed: could not read the policy in ${path}`;
  }
}

function refusalOf(preference: Fields, command: string): Phrase | undefined {
  const policy = preference.text("credentialPluginPolicy") ?? "AllowAll";
  const refused = say`plugin ${command} not allowed`;
  switch (policy) {
    case "AllowAll":
      return undefined;
    case "DenyAll":
      return say`${refused}: policy set to ${policy}`;
    case "Allowlist": {
      // Called `name` until v1.35.
      const entries = preference.items("credentialPluginAllowlist");
      const allowed = entries.map((entry) => entry.text("command") ?? entry.text("name"));
      return allowed.includes(command) ? undefined : say`${refused}: ${words("it is not in the allowlist")}`;
    }
  }
  return say`${refused}: invalid policy ${policy}`;
}
