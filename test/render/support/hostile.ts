/** Reports in which an attacker chose every piece of data. */

import type { Unread } from "../../../src/cluster/index.ts";
import type { ObjectRef, Phrase } from "../../../src/kubernetes/index.ts";
import { say } from "../../../src/kubernetes/index.ts";
import type {
  AuditReport,
  BlockerList,
  DeletionReport,
  Diagnosis,
  Finding,
  Hold,
  Loss,
  Report,
} from "../../../src/report/index.ts";
import { losses, proof } from "../../../src/report/index.ts";
import type { Texts } from "./hostile-text.ts";

/** A report of one shape: only its data differs, as `text` gives it. */
export function reportWith(text: Texts, count = 1): Report {
  return {
    takenAt: "2026-11-20T12:00:00Z",
    clock: "snapshot",
    source: text(),
    unread: [unreadWith(text)],
    skipped: [text(), text()],
    diagnoses: Array.from({ length: count }, () => diagnosisWith(text)),
    findings: Array.from({ length: count }, () => findingWith(text)),
    silenced: [{ code: "PVG101", unread: unreadWith(text) }],
  };
}

const ref = (text: Texts): ObjectRef => ({
  apiVersion: "v1",
  kind: "Pod",
  name: text(),
  namespace: text(),
  uid: text(),
});

const phrase = (text: Texts): Phrase => say`${text()} does ${text()} to ${text()}`;

const unreadWith = (text: Texts): Unread => ({
  resource: "v1/pods",
  scope: { of: "about", kind: text(), namespace: text(), name: text() },
  reason: "Forbidden",
  detail: text(),
});

function holdWith(held: ObjectRef, holder: Hold["holder"], text: Texts): Hold {
  return {
    held,
    by: { finalizer: text() },
    holder,
    reason: "Reason",
    category: "blocked",
    message: phrase(text),
    evidence: [proof(ref(text), `metadata.annotations[${text()}]`, text())],
    remedies: [],
    avoid: [],
  };
}

function diagnosisWith(text: Texts): Diagnosis {
  const object = ref(text);
  const middle = ref(text);
  const leaf = holdWith(middle, { controller: text() }, text);
  const holds = [
    holdWith(object, { object: middle }, text),
    leaf,
    holdWith(middle, { driver: text() }, text),
    holdWith(object, { missing: ref(text) }, text),
    holdWith(object, { unread: unreadWith(text) }, text),
  ];
  const next = [
    { controller: text(), action: phrase(text), object: ref(text), when: phrase(text) },
    { controller: text(), action: phrase(text), object: ref(text), when: phrase(text) },
  ];
  const fate = {
    data: "destroyed",
    because: phrase(text),
    volume: ref(text),
    driver: text(),
    volumeHandle: text(),
  } as const;
  return {
    object,
    state: text(),
    since: text(),
    verdict: { category: "blocked", reason: "Reason", summary: phrase(text) },
    roots: [
      {
        held: leaf.held,
        holder: leaf.holder,
        reason: "Reason",
        title: "It is held",
        category: "blocked",
        message: leaf.message,
        depth: 1,
      },
    ],
    holds,
    fate,
    next,
    remedies: [
      {
        name: "remedy",
        title: phrase(text),
        safety: "safe",
        primary: true,
        because: phrase(text),
        commands: [{ argv: ["kubectl", text()], into: text() }],
        steps: [phrase(text)],
      },
    ],
    avoid: [{ step: phrase(text), because: phrase(text) }],
    ifDeleted: {
      fate,
      fateComes: "with it",
      next,
      stays: true,
      goesWhen: [phrase(text)],
      decidedWhen: [phrase(text), phrase(text)],
    },
  };
}

export function auditWith(text: Texts): AuditReport {
  const earlier = { code: "PVG101", subject: ref(text), severity: "note" } as const;
  const rule = { code: "PVG101", name: "claim-held", title: "A claim is held", severity: "warning" } as const;
  return {
    ...reportWith(text),
    asked: [{ ...rule, what: "It is held.", whatToDo: "A person must act." }],
    ignored: [{ finding: findingWith(text), by: "annotation", reason: text(), until: text() }],
    changed: [findingWith(text)],
    notLookedAgain: 1,
    comparison: { baseline: text(), takenAt: text(), known: 1, solved: [earlier], unsure: [earlier] },
  };
}

export function blockersWith(text: Texts): BlockerList {
  const { diagnoses: _, ...seen } = reportWith(text, 0);
  const blocker = () =>
    ({
      object: ref(text),
      state: text(),
      node: text(),
      scale: ref(text),
      refersBy: text(),
      counts: "yes",
      because: phrase(text),
    }) as const;
  return {
    ...seen,
    subjects: [
      {
        object: ref(text),
        taken: "as-deleted",
        blockers: [blocker(), blocker()],
        others: [{ by: text(), reason: text(), because: phrase(text) }],
        victims: [blocker()],
        unseen: [],
      },
    ],
  };
}

export function deletionWith(text: Texts): DeletionReport {
  const { diagnoses, findings: _, silenced: __, ...seen } = reportWith(text);
  const fates = diagnoses.flatMap(({ fate }) => fate ?? []);
  const before = diagnoses.flatMap(({ remedies }) => remedies);
  const deleted = (loses: Loss) => ({
    object: ref(text),
    state: text(),
    loses,
    because: phrase(text),
    comes: "in any case" as const,
    fates,
    decidedWhen: [phrase(text)],
    before,
  });
  return {
    ...seen,
    loses: "data",
    objects: losses.map(deleted),
    notJudged: [
      { object: ref(text), why: "unknown-kind" },
      { object: ref(text), why: "record-of-disk" },
      { object: ref(text), why: "without-data" },
      { object: ref(text), why: "users-not-read" },
      { object: ref(text), why: "needed-by-driver", neededBy: [ref(text), ref(text), ref(text), ref(text)] },
    ],
  };
}

function findingWith(text: Texts): Finding {
  return {
    code: "PVG101",
    title: "A claim is held",
    subject: ref(text),
    message: say`${text()} is held by ${text()}`,
    severity: "warning",
    confidence: "certain",
    since: text(),
    disks: [{ volume: text(), bytes: 1024 }],
    storageClass: text(),
    reason: text(),
    note: phrase(text),
    cause: { id: text(), name: phrase(text), object: ref(text) },
    evidence: [proof(ref(text), text(), text())],
    remedies: [
      {
        name: "remedy",
        title: phrase(text),
        safety: "safe",
        because: phrase(text),
        commands: [{ argv: ["kubectl", text()] }],
        steps: [phrase(text)],
      },
    ],
  };
}
