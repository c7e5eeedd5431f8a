/** The choice of a remedy from a made-up diagnosis. */

import { choose } from "../../../src/changes/plan/choose.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import type { Knowledge } from "../../../src/define/index.ts";
import { knowledge as all } from "../../../src/knowledge.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten, seenRefOf, words } from "../../../src/kubernetes/index.ts";
import type { Diagnosis, OfferedRemedy, Verdict } from "../../../src/report/index.ts";
import { diagnosisOf } from "../../support/diagnose.ts";
import { claim } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

export const data = claim({ volumeName: "pv-data" });
export const leaving = claim({ deletionTimestamp: true, finalizers: ["x.io/y"] });

export function remedy(name: string, fix: "fix" | "by-hand", primary = false): OfferedRemedy {
  const shared = {
    name,
    title: words(`Do ${name}`),
    safety: "safe",
    because: words("it helps"),
    commands: [],
    steps: [words("Look."), words("Think.")],
    primary,
  } as const;
  if (fix === "by-hand") return shared;
  return { ...shared, fix: { acts: [{ do: "delete", on: seenRefOf(data) }], cannotUndo: [], accept: [] } };
}

export function diagnosis(
  remedies: readonly OfferedRemedy[],
  category: Verdict["category"] = "stuck",
): Diagnosis {
  const verdict = { category, reason: "Held", summary: words("it is held") };
  return { ...diagnosisOf([data]), remedies, verdict };
}

export interface Case {
  readonly object?: KubeObject;
  readonly diagnosis?: Diagnosis;
  readonly wish?: { readonly remedy?: string; readonly finalizer?: string };
  readonly others?: readonly KubeObject[];
  readonly knowledge?: Knowledge;
}

/** The choice in one line. */
export function chosen({ object = data, wish = {}, others = [], ...more }: Case): string {
  const cluster = createCluster(snapshotOf([object, ...others]));
  const choice = choose(object, more.diagnosis ?? diagnosis([]), wish, {
    cluster,
    knowledge: more.knowledge ?? all,
  });
  switch (choice.choice) {
    case "remedy":
      return `remedy ${choice.remedy.name}: ${choice.remedy.fix.acts.map((act) => act.do)}`;
    case "nothing":
      return `nothing: ${flatten(choice.because, String)}`;
    case "refused": {
      const { reason, message, instead } = choice.refusal;
      const other = instead === undefined ? "" : ` | ${flatten(instead, String)}`;
      return `${reason}: ${flatten(message, String)}${other}`;
    }
  }
}
