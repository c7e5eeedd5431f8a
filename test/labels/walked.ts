import { join } from "node:path";
import { audit, report } from "../../src/analysis/index.ts";
import type { Cluster, Snapshot } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import type { AuditReport, Report } from "../../src/report/index.ts";
import { shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";

/** One scenario: its cluster, and what a report and an audit say of it. */
export interface Walked {
  readonly name: string;
  readonly cluster: Cluster;
  readonly report: Report;
  readonly audit: AuditReport;
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

const judged: readonly string[] = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Pod",
  "Namespace",
];

function objectsIn({ readings }: Snapshot): readonly KubeObject[] {
  return readings.flatMap((reading) =>
    reading.read ? (reading.items as readonly KubeObject[]).filter(({ kind }) => judged.includes(kind)) : [],
  );
}

async function walk({ name, folder }: { readonly name: string; readonly folder: string }): Promise<Walked> {
  const now = Date.parse("2026-11-21T00:00:00Z");
  const snapshot = await readInputs([join(folder, "cluster.yaml")], nodeFiles(noInput()), { now });
  const scope = { namespace: undefined, olderThan: 300 };
  const found = audit(knowledge.rules, scope, snapshot, knowledge);
  return {
    name,
    cluster: createCluster(snapshot, () => {}),
    report: report(objectsIn(snapshot), snapshot, knowledge),
    audit: {
      ...found,
      asked: knowledge.rules.map((rule) => ({ ...rule, name: rule.name, whatToDo: "" })),
      ignored: [],
      changed: [],
      notLookedAgain: 0,
    },
  };
}

/** A share of the scenarios. */
export const walked = await Promise.all(shareOf(scenarios(), 9).map(walk));
