/** An audit written manually, with one of everything that a format must tell. */

import { say } from "../../../src/kubernetes/index.ts";
import type { AuditReport, Finding } from "../../../src/report/index.ts";
import { proof } from "../../../src/report/index.ts";
import { claim, pod, refTo, volume } from "./report-makers.ts";

const finding = (facts: Partial<Finding> & Pick<Finding, "code" | "title" | "subject">): Finding => ({
  message: say`${"pod/import-x"} in namespace ${"shop"} has finished (${"Succeeded"})`,
  severity: "warning",
  confidence: "certain",
  evidence: [],
  remedies: [],
  cause: { id: facts.code },
  ...facts,
});

const held = { code: "PVG101", title: "A claim is being deleted and does not go" };
const released = { code: "PVG301", title: "A volume was kept on purpose" };
const gibibyte = 1024 ** 3;

export const found: readonly Finding[] = [
  finding({
    ...held,
    subject: claim,
    severity: "error",
    since: "2026-11-18T09:00:00Z",
    disks: [{ volume: "pv-1", bytes: 20 * gibibyte }],
    storageClass: "gp3",
    reason: "FinishedPodUsesClaim",
    evidence: [proof(pod, "status.phase", "Succeeded")],
    remedies: [
      {
        name: "delete-pod",
        title: say`Delete ${"pod"}/${"import-x"}`,
        safety: "safe",
        because: say`The pod has finished.`,
        commands: [{ argv: ["kubectl", "delete", "pod", "import-x", "-n", "shop"] }],
        steps: [],
      },
    ],
  }),
  finding({
    ...held,
    subject: refTo("PersistentVolumeClaim", "logs", "bank"),
    note: say`was ignored until ${"2026-01-01"}`,
  }),
  finding({
    ...released,
    subject: volume,
    severity: "note",
    confidence: "likely",
    message: say`=${"cmd"} is Released, with policy ${"Retain"}`,
    disks: [{ volume: "pv-2", bytes: 1536 * gibibyte }],
    storageClass: "gp3",
  }),
];

const rule = (code: string, name: string, title: string) => ({
  code,
  name,
  title,
  severity: "warning" as const,
  what: `${title}.`,
  whatToDo: "Look at its root cause: `kubectl pvguard why TYPE/NAME`.",
});

const asked = [
  rule("PVG101", "claim-held", held.title),
  rule("PVG102", "volume-held", "A volume is being deleted and does not go"),
  rule("PVG301", "volume-kept", released.title),
  rule("PVG302", "volume-failed", "A volume failed to be deleted"),
];

export const blind: AuditReport["silenced"] = [
  {
    code: "PVG102",
    unread: {
      resource: "v1/pods",
      scope: { of: "cluster" },
      reason: "Forbidden",
      detail: 'pods is forbidden: User "dev" cannot list resource "pods"',
    },
  },
  { code: "PVG101", unread: { resource: "v1/pods", scope: { of: "cluster" }, reason: "Forbidden" } },
];

export function auditOf(facts: Partial<AuditReport> = {}): AuditReport {
  return {
    takenAt: "2026-11-20T12:00:00Z",
    clock: "live",
    source: "https://10.0.0.1:6443",
    unread: [],
    skipped: [],
    diagnoses: [],
    findings: found,
    silenced: [],
    asked,
    ignored: [],
    changed: [],
    notLookedAgain: 0,
    ...facts,
  };
}

/** Everything at once. */
export const everything = auditOf({
  silenced: blind,
  unread: blind.map(({ unread }) => unread).slice(0, 1),
  ignored: [
    {
      finding: finding({ ...held, subject: refTo("PersistentVolumeClaim", "cache", "ci") }),
      by: "config",
      reason: "rebuilt every night",
      until: "2027-01-31",
    },
  ],
  changed: [finding({ ...held, subject: refTo("PersistentVolumeClaim", "brief", "ci") })],
  comparison: {
    baseline: "last-week.json",
    takenAt: "2026-11-13T12:00:00Z",
    known: 7,
    solved: [
      { code: "PVG101", subject: refTo("PersistentVolumeClaim", "done", "shop"), severity: "warning" },
    ],
    unsure: [{ code: "PVG102", subject: refTo("PersistentVolume", "pv-9"), severity: "note" }],
  },
});

export const clean = auditOf({ findings: [] });
