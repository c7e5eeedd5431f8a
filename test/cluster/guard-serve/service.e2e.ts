/**
 * `deploy/kustomize/guard-serve-cert-manager` on a real API server, which calls guard-serve by the name of its Service. The definitions
 * are those of cert-manager. Its programs are played: the test makes the certificate, and puts its authority into the webhooks.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { load } from "js-yaml";
import { authority } from "../../support/fault-server/certificates.ts";
import { goVersion } from "../binaries/go.ts";
import { moduleFolder } from "../binaries/module-folder.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import type { Api } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { newFolder } from "../support/folders.ts";
import { boundPair } from "../support/manifests.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { pathOf } from "../support/paths.ts";
import { certManagerModule } from "../versions.ts";
import { startWith } from "./guarding.ts";

const run = promisify(execFile);
const kustomize = join(import.meta.dirname, "..", "..", "..", "deploy", "kustomize");
const webhook = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/pvguard-guard";
const certificates = "/apis/cert-manager.io/v1/namespaces/pvguard/certificates";
/** The API server takes no address of the loopback behind a Service. */
const address = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;
const skip =
  address === undefined
    ? "this machine has no address but that of the loopback"
    : (await goVersion()) === undefined
      ? "no Go to fetch the definitions"
      : false;

let cluster: Cluster;
let api: Api;
let guard: Awaited<ReturnType<typeof startWith>> | undefined;
const folder = newFolder("pvguard-service");
const files = { certFile: join(folder, "tls.crt"), keyFile: join(folder, "tls.key") };

before(async () => {
  if (skip !== false) return;
  cluster = await startCluster({
    guards: "own",
    // The API server connects to the address behind a Service, since nothing here forwards that of the Service itself.
    extraArgs: { "kube-apiserver": ["--enable-aggregator-routing"] },
  });
  api = cluster.api();
});
after(async () => {
  await guard?.end();
  await cluster?.stop();
});

async function defineKinds(): Promise<void> {
  const definitions = join((await moduleFolder(certManagerModule)).Dir, "deploy", "crds");
  for (const plural of ["certificates", "issuers"]) {
    const text = readFileSync(join(definitions, `cert-manager.io_${plural}.yaml`), "utf8");
    await api.create(load(text) as ObjectManifest);
    await eventually(`${plural} are served`, async () => {
      const { status } = await api.send("GET", `/apis/cert-manager.io/v1/${plural}?limit=1`);
      return status === 200 ? plural : undefined;
    });
  }
}

/** What cert-manager does for a Certificate: here each has an authority of its own, as one that signs itself has. */
async function certify(dnsNames: readonly string[]): Promise<void> {
  const issuer = authority(`authority ${Date.now()}`);
  const { certificate, key } = issuer.issue({ name: "guard", hosts: dnsNames });
  writeFileSync(files.certFile, certificate);
  writeFileSync(files.keyFile, key);
  const { webhooks, metadata, ...rest } = JSON.parse((await api.send("GET", webhook)).body) as {
    readonly webhooks: readonly { readonly clientConfig: object }[];
    readonly metadata: { readonly annotations: Readonly<Record<string, string>> };
  };
  assert.equal(metadata.annotations["cert-manager.io/inject-ca-from"], "pvguard/pvguard-guard");
  const caBundle = Buffer.from(issuer.certificate).toString("base64");
  const certified = webhooks.map((each) => ({ ...each, clientConfig: { ...each.clientConfig, caBundle } }));
  const { status, body } = await api.send("PUT", webhook, { ...rest, metadata, webhooks: certified });
  assert.equal(status, 200, body);
}

async function route(port: number): Promise<void> {
  await api.create({
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: {
      name: "pvguard-guard-test",
      namespace: "pvguard",
      labels: { "kubernetes.io/service-name": "pvguard-guard" },
    },
    addressType: "IPv4",
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: "webhook", port, protocol: "TCP" }],
  });
}

/** What the webhook says of the claim: it warns, as the manifests have it. */
async function warning(): Promise<string> {
  return await eventually("the webhook warns", async () => {
    const path = pathOf("v1/persistentvolumeclaims", { name: "data", namespace: "default" });
    return (await api.send("DELETE", path, { dryRun: ["All"] })).warning;
  });
}

test("the API server trusts the certificate for the Service, also after it was replaced", {
  skip,
}, async (context) => {
  const { minor } = JSON.parse((await api.send("GET", "/version")).body) as { readonly minor: string };
  // An API server of 1.30 reads Endpoints, and with a selector their controller empties these. Between them nothing was tried.
  if (Number.parseInt(minor, 10) < 36) return context.skip("it was tried from 1.36 on");
  await defineKinds();
  const kubeconfig = `--kubeconfig=${cluster.kubeconfigPath}`;
  const applied = ["apply", "--server-side", "--validate=strict", "-k"];
  const { stderr } = await run("kubectl", [
    kubeconfig,
    ...applied,
    join(kustomize, "guard-serve-cert-manager"),
  ]);
  assert.equal(stderr, "", "a warning");
  const { spec } = JSON.parse((await api.send("GET", `${certificates}/pvguard-guard`)).body) as {
    readonly spec: { readonly dnsNames: readonly string[]; readonly secretName: string };
  };
  assert.equal(spec.secretName, "pvguard-guard-tls", "which the Deployment mounts");

  await certify(spec.dnsNames);
  guard = await startWith(files, cluster.kubeconfigPath, `--listen=${address}:0`);
  await route(Number(new URL(guard.url).port));
  const policy = { persistentVolumeReclaimPolicy: "Delete" };
  await api.create(...boundPair("pv-data", { name: "data", namespace: "default" }, policy));
  assert.match(await warning(), /pvguard: deleting pvc\/data .*loses data/);

  await certify(spec.dnsNames);
  const isRenewed = async () => guard?.said().includes("the certificate was read again") || undefined;
  await eventually("the certificate is read again", isRenewed);
  const lines = () => guard?.said().split("\n").length ?? 0;
  const before = lines();
  assert.match(await warning(), /pvguard: deleting pvc\/data .*loses data/);
  assert.ok(lines() > before, "the one that answers is this one");
});
