/**
 * `deploy/kustomize/guard-serve-cert-manager` as it is: cert-manager makes the certificate and puts its authority into the webhook, and
 * the API server calls guard-serve by the name of its Service. Then the certificate is replaced.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Program } from "../processes/program.ts";
import type { Api } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { newFolder } from "../support/folders.ts";
import { boundPair } from "../support/manifests.ts";
import { pathOf } from "../support/paths.ts";
import { startCertManager } from "./cert-manager.ts";
import { startWith } from "./guarding.ts";

const run = promisify(execFile);
const kustomization = join(
  import.meta.dirname,
  "..",
  "..",
  "..",
  "deploy",
  "kustomize",
  "guard-serve-cert-manager",
);
const namespace = "pvguard";
/** The API server takes no address of the loopback behind a Service. */
const address = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;
const skip = address === undefined ? "this machine has no address but that of the loopback" : false;

let cluster: Cluster;
let api: Api;
let programs: readonly Program[] = [];
let guard: Awaited<ReturnType<typeof startWith>> | undefined;
const folder = newFolder("pvguard-cert-manager");
const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };

before(async () => {
  if (skip !== false) return;
  cluster = await startCluster({
    guards: "own",
    // The address behind a Service, since nothing here forwards that of the Service itself.
    extraArgs: { "kube-apiserver": ["--enable-aggregator-routing"] },
  });
  api = cluster.api();
  programs = await startCertManager(api, cluster.kubeconfigPath, cluster.logs);
  await run("kubectl", [`--kubeconfig=${cluster.kubeconfigPath}`, "apply", "-k", kustomization]);
});
after(async () => {
  await guard?.end();
  for (const program of programs) await program.stop();
  await cluster?.stop();
});

/** The certificate as a kubelet would mount it. */
async function mounted(): Promise<{ readonly authority: string; readonly certificate: string }> {
  const { data } = await eventually("the Secret of the certificate", async () => {
    const { status, body } = await api.send(
      "GET",
      `/api/v1/namespaces/${namespace}/secrets/pvguard-guard-tls`,
    );
    return status === 200
      ? (JSON.parse(body) as { readonly data: Readonly<Record<string, string>> })
      : undefined;
  });
  const text = (name: string) => Buffer.from(data[name] ?? "", "base64").toString();
  writeFileSync(files.certFile, text("tls.crt"));
  writeFileSync(files.keyFile, text("tls.key"));
  return { authority: data["ca.crt"] ?? "", certificate: text("tls.crt") };
}

async function untilInjected(authority: string): Promise<void> {
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/pvguard-guard";
  await eventually("the authority is in the webhook", async () => {
    const { webhooks } = JSON.parse((await api.send("GET", path)).body) as {
      readonly webhooks: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
    };
    return webhooks.every(({ clientConfig }) => clientConfig.caBundle === authority) || undefined;
  });
}

async function route(port: number): Promise<void> {
  await api.create({
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: "pvguard-guard-test",
      namespace,
      labels: { "kubernetes.io/service-name": "pvguard-guard" },
    },
    addressType: "IPv4",
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: "webhook", port, protocol: "TCP" }],
  });
}

/** What the webhook says of the claim; it warns, as the manifests have it. */
async function warned(what: string): Promise<string> {
  return await eventually(what, async () => {
    const path = pathOf("v1/persistentvolumeclaims", { name: "data", namespace: "default" });
    const { warning } = await api.send("DELETE", path, { dryRun: ["All"] });
    return warning;
  });
}

test("the certificate of cert-manager is trusted by the API server, also after it was replaced", {
  skip,
}, async () => {
  const first = await mounted();
  await untilInjected(first.authority);
  guard = await startWith(files, cluster.kubeconfigPath, `--listen=${address}:0`);
  await route(Number(new URL(guard.url).port));
  const spec = { persistentVolumeReclaimPolicy: "Delete" };
  await api.create(...boundPair("pv-data", { name: "data", namespace: "default" }, spec));
  assert.match(await warned("the API server is answered"), /pvguard: deleting pvc\/data .*loses data/);

  await api.send("DELETE", `/api/v1/namespaces/${namespace}/secrets/pvguard-guard-tls`);
  const second = await eventually("another certificate", async () => {
    const now = await mounted();
    return now.certificate === first.certificate ? undefined : now;
  });
  assert.notEqual(second.authority, first.authority, "it signs itself");
  await untilInjected(second.authority);
  await eventually(
    "it is read again",
    async () => guard?.said().includes("the certificate was read again") || undefined,
  );
  assert.match(await warned("the API server is answered again"), /pvguard: deleting pvc\/data .*loses data/);
});
