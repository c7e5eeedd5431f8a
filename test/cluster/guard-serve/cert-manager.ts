/** cert-manager beside a control plane: its controllers as processes, and the kinds that they read. Its own webhook is left out. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { findPrograms } from "../binaries/find.ts";
import { moduleFolder } from "../binaries/module-folder.ts";
import { isHealthy } from "../processes/health.ts";
import { freePorts } from "../processes/ports.ts";
import type { Program } from "../processes/program.ts";
import { startProgram } from "../processes/program.ts";
import type { Api } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import type { ObjectManifest } from "../support/paths.ts";
import { certManagerModule } from "../versions.ts";

/** The labels of the definitions are templates of a chart. */
async function defineKinds(api: Api): Promise<void> {
  const folder = join((await moduleFolder(certManagerModule)).Dir, "deploy", "crds");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const { metadata, ...rest } = load(readFileSync(join(folder, file), "utf8")) as ObjectManifest;
    const { labels: _, ...kept } = metadata;
    await api.create({ ...rest, metadata: kept } as ObjectManifest);
  }
  for (const plural of ["certificates", "issuers", "certificaterequests"])
    await eventually(`${plural} are served`, async () => {
      const { status } = await api.send("GET", `/apis/cert-manager.io/v1/${plural}?limit=1`);
      return status === 200 ? plural : undefined;
    });
}

export async function startCertManager(
  api: Api,
  kubeconfig: string,
  logs: string,
): Promise<readonly Program[]> {
  await defineKinds(api);
  const found = await findPrograms(certManagerModule, ["controller", "cainjector"], "pinned");
  const { metrics, health } = await freePorts("metrics", "health");
  const usual = [`--kubeconfig=${kubeconfig}`, "--leader-elect=false", "--v=2"];
  const controller = await startProgram(
    {
      name: "cert-manager-controller",
      path: found.controller,
      args: [
        ...usual,
        "--controllers=issuers,certificates-issuing,certificates-key-manager,certificates-metrics,certificates-readiness,certificates-request-manager,certificates-revision-manager,certificates-trigger,certificaterequests-approver,certificaterequests-issuer-selfsigned",
        `--metrics-listen-address=127.0.0.1:${metrics}`,
      ],
      ready: () => isHealthy(`http://127.0.0.1:${metrics}/metrics`),
    },
    logs,
  );
  const injector = await startProgram(
    { name: "cainjector", path: found.cainjector, args: usual, ready: async () => health > 0 },
    logs,
  );
  return [controller, injector];
}
