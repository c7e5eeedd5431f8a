import { readFileSync } from "node:fs";
import { cannotBeHad } from "../binaries/find.ts";
import { driverCannotBeHad } from "../csi/driver.ts";
import { sidecarsCannotBeHad } from "../csi/sidecars.ts";
import { snapshotsCannotBeHad } from "../csi/snapshot-kinds.ts";
import { kubernetesModule, kubernetesVersions } from "../versions.ts";
import { importedBy, inFolder } from "./files.ts";

/** `own`: the cluster is started for the tests. `named`: a person named theirs. */
type ClusterIs = "own" | "named";

export interface Chosen {
  readonly run: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly because: string }[];
}

/** Which of the files can run here. A file says by what it imports what it needs. */
export async function choose(files: readonly string[], cluster: ClusterIs): Promise<Chosen> {
  const because = await reasons(cluster);
  const sorted = files.map((file) => ({ file, because: because(file) }));
  return {
    run: sorted.flatMap((each) => (each.because === undefined ? [each.file] : [])),
    leftOut: sorted.flatMap(({ file, because: why }) => (why === undefined ? [] : [{ file, because: why }])),
  };
}

async function reasons(cluster: ClusterIs): Promise<(file: string) => string | undefined> {
  const version = process.env.PVGUARD_E2E_KUBERNETES;
  const kubernetes = kubernetesModule(version ?? kubernetesVersions[0]);
  const accept = version === undefined ? "installed" : "pinned";
  const noScheduler = await cannotBeHad(kubernetes, ["kube-scheduler"], accept);
  const noDriver = (await sidecarsCannotBeHad()) ?? (await driverCannotBeHad());
  const noSnapshots = await snapshotsCannotBeHad();
  return (file) => {
    const imports = importedBy(file);
    const needs = (path: string) => imports.has(inFolder(path));
    if (cluster === "named" && needs("cluster.ts")) return "it starts a cluster of its own";
    if (needs("csi/csi.ts") && noDriver !== undefined) return noDriver;
    if (needs("csi/snapshot-kinds.ts") && noSnapshots !== undefined) return noSnapshots;
    return readFileSync(file, "utf8").includes('"kube-scheduler"') ? noScheduler : undefined;
  };
}
