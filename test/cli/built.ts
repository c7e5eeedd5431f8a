/** The program, built once for all tests of what is built. */
import type { SpawnSyncReturns } from "node:child_process";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundle } from "../../build/bundle.ts";

export const folder = mkdtempSync(join(tmpdir(), "pvguard-dist-"));
// Not after a test: while files are loaded, that could be one of another file.
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
export const dist = join(folder, "dist");
export const metafile = await bundle(dist);
export const main = join(dist, "main.cjs");

export const cluster = `apiVersion: pvguard.dev/v1alpha1
kind: Snapshot
takenAt: 2026-11-20T12:00:00Z
reads: all
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
  uid: u1
  deletionTimestamp: 2026-11-20T10:00:00Z
  finalizers: [kubernetes.io/pvc-protection]
spec: {volumeName: pv-1}
status: {phase: Bound}
---
apiVersion: v1
kind: Pod
metadata: {name: import, namespace: shop, uid: u2}
spec:
  nodeName: n1
  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]
status: {phase: Succeeded}
`;
export const file = join(folder, "cluster.yaml");
writeFileSync(file, cluster);

export function pvguard(
  argv: readonly string[],
  more: Parameters<typeof spawnSync>[2] = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [main, ...argv], {
    encoding: "utf8",
    ...more,
  }) as SpawnSyncReturns<string>;
}
