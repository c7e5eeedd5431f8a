/** `guard-serve` as it runs: a process of its own, which a real API server calls over TLS. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:https";
import { join } from "node:path";
import { authority } from "../../support/fault-server/certificates.ts";
import type { Api } from "../support/api.ts";
import { builtProgram } from "../support/built.ts";
import { testKubeconfig } from "../support/e2e.ts";
import { newFolder } from "../support/folders.ts";

const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

interface Guarding {
  readonly url: string;
  /** As `caBundle` wants it. */
  readonly caBundle: string;
  readonly folder: string;
  /** As Prometheus gets them. */
  metrics(): Promise<string>;
  said(): string;
  /** Seconds of CPU so far, where there is /proc. */
  cpu(): number;
  end(): Promise<number>;
}

/** Makes certificates of its own, and gives the process their files. */
export async function startGuard(...flags: readonly string[]): Promise<Guarding> {
  const folder = newFolder("pvguard-guard");
  const issuer = authority("guard");
  const { certificate, key } = issuer.issue({ name: "guard-serve", hosts: ["127.0.0.1"] });
  const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };
  writeFileSync(files.certFile, certificate);
  writeFileSync(files.keyFile, key);
  const process = await startWith(files, testKubeconfig(), "--listen=127.0.0.1:0", ...flags);
  const metrics = () => pageAt(new URL("/metrics", process.url), issuer.certificate);
  return { ...process, metrics, caBundle: Buffer.from(issuer.certificate).toString("base64"), folder };
}

/** The process alone, with a certificate that there is already. */
export async function startWith(
  { certFile, keyFile }: { readonly certFile: string; readonly keyFile: string },
  kubeconfig: string,
  ...flags: readonly string[]
): Promise<Pick<Guarding, "url" | "said" | "cpu" | "end">> {
  const argv = [
    join(await builtProgram(), "main.cjs"),
    "guard-serve",
    `--tls-cert-file=${certFile}`,
    `--tls-private-key-file=${keyFile}`,
    ...flags,
  ];
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "pipe"], env });
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? -1)));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      said += piece;
      const [, found] = /guarding on (https:\S+)/.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    void ended.then((code) => reject(new Error(`guard-serve ended with ${code}: ${said}`)));
  });
  return {
    url,
    said: () => said,
    cpu: () => cpuOf(child.pid),
    async end() {
      child.kill("SIGTERM");
      return await ended;
    },
  };
}

async function pageAt(url: URL, ca: string): Promise<string> {
  const [response] = (await once(get(url, { ca, agent: false }), "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** proc(5): the 14th and 15th field of `stat`, in hundredths of a second; the second is in parentheses, and can have spaces. */
function cpuOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Has the API server ask before the deletions in namespaces with this label. Returns how to undo that. */
export async function register(
  api: Api,
  { url, caBundle }: Pick<Guarding, "url" | "caBundle">,
  name: string,
): Promise<() => Promise<void>> {
  const rule = (group: string, resources: readonly string[]) => ({
    apiGroups: [group],
    apiVersions: ["v1"],
    operations: ["DELETE"],
    resources,
  });
  const selector = { namespaceSelector: { matchLabels: { guarded: name } } };
  const options = {
    clientConfig: { url, caBundle },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    failurePolicy: "Ignore",
    timeoutSeconds: 20,
  };
  const answer = await api.send("POST", configurations, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: "namespaced.pvguard.dev",
        ...selector,
        rules: [rule("", ["namespaces", "persistentvolumeclaims"]), rule("apps", ["statefulsets"])],
        ...options,
      },
      {
        name: "volumes.pvguard.dev",
        objectSelector: { matchLabels: { guarded: name } },
        rules: [rule("", ["persistentvolumes"])],
        ...options,
      },
    ],
  });
  if (answer.status >= 400) throw new Error(answer.body);
  return async () => {
    await api.send("DELETE", `${configurations}/${name}`);
  };
}
