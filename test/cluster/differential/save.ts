import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import type { Snapshot } from "../../../src/cluster/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { isTerminating, kindNamed } from "../../../src/kubernetes/index.ts";
import { allObjects } from "./states.ts";

/** What a cluster has besides, and what says nothing about volumes. */
const beside: ReadonlySet<string> = new Set(["APIService", "Lease", "Event"]);

/** Writes a scenario folder that is ready for `test/scenarios`; returns its path. `about` says what it shows. */
export function saveScenario(folder: string, snapshot: Snapshot, about: string): string {
  mkdirSync(folder, { recursive: true });
  const objects = allObjects(snapshot).filter(({ kind, metadata }) => {
    const isOfCluster =
      beside.has(kind) || /^kube-|^default$|^team$/.test(metadata.namespace ?? metadata.name);
    return !isOfCluster;
  });
  const head = {
    apiVersion: "pvguard.dev/v1alpha1",
    kind: "Snapshot",
    takenAt: snapshot.takenAt,
    reads: "all",
  };
  const comment = about.split("\n").map((line) => `# ${line}`.trimEnd());
  const documents = [head, ...objects.map(plain)].map((document) => dump(document, { lineWidth: 120 }));
  writeFileSync(join(folder, "cluster.yaml"), `${comment.join("\n")}\n${documents.join("---\n")}`);
  writeFileSync(join(folder, "why.txt"), objects.filter(isTerminating).map(question).join(""));
  return folder;
}

/** As a person would write it. */
function plain({ apiVersion, kind, metadata, ...rest }: KubeObject): object {
  const { managedFields: _fields, resourceVersion: _version, ...kept } = metadata;
  return { apiVersion, kind, metadata: kept, ...rest };
}

function question({ apiVersion, kind, metadata: { name, namespace } }: KubeObject): string {
  const type = kindNamed(apiVersion, kind)?.resource.split("/").at(-1);
  return `$ kubectl pvguard why ${type}/${name}${namespace === undefined ? "" : ` -n ${namespace}`}\n`;
}
