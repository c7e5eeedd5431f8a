import type { RescuedPair, RescueOutcome, RescueReport, RescueStep } from "../../model/index.ts";
import { whole } from "../escape.ts";
import { changes, isWrite } from "../fix/step.ts";
import { json, yaml } from "../machine.ts";
import type { Renderer } from "../renderer.ts";
import { apiVersion } from "../views/parts.ts";
import { objectView, plainText } from "../views/parts-of.ts";
import { errorView, idleView, refusalView, requestView } from "../views/plan.ts";
import type {
  RescueOutcomeView,
  RescuePairView,
  RescueStepView,
  RescueView,
} from "../views/rescue-schema.ts";

export const rescueJson: Renderer<RescueReport> = {
  name: "json",
  summary: "for programs, as in the published schema",
  render: (report) => json(rescueView(report)),
};

export const rescueYaml: Renderer<RescueReport> = {
  name: "yaml",
  summary: "the same as YAML",
  render: (report) => yaml(rescueView(report)),
};

/** The rescue as the public contract has it. */
function rescueView(report: RescueReport): RescueView {
  const { scene, planned } = report;
  const items = planned?.plan.items ?? [];
  const end = planned?.refusal === undefined ? [] : [planned.refusal];
  return {
    apiVersion,
    kind: "Rescue",
    command: report.command,
    words: report.words.map(whole),
    mode: report.mode,
    madeAt: whole(scene.madeAt),
    server: whole(scene.server),
    ...(scene.context === undefined ? {} : { context: whole(scene.context) }),
    ...(scene.user === undefined ? {} : { user: whole(scene.user) }),
    ...(planned === undefined ? {} : { digest: whole(planned.digest) }),
    leaves: items.flatMap(({ because }) => because.leaves.map(whole)),
    pairs: (planned?.pairs ?? []).map(pairView),
    steps: (planned?.steps ?? []).map(stepView),
    saved: items.flatMap(({ related }) => related.map(objectView)),
    cannotUndo: (planned?.cannotUndo ?? []).map(plainText),
    accepted: report.accepted.map(whole),
    refusals: [...end, ...report.refusals].map(refusalView),
    idle: report.idle.map(idleView),
    outcomes: report.outcomes.map(outcomeView),
    restored: report.restored.map(pairView),
    notes: report.notes.map(plainText),
    errors: report.errors.map(errorView),
    exitCode: report.exitCode,
  };
}

function pairView({ claim, volume, disk }: RescuedPair): RescuePairView {
  return {
    claim: objectView(claim),
    volume: objectView(volume),
    ...(disk === undefined
      ? {}
      : {
          disk: {
            driver: whole(disk.driver),
            handle: whole(disk.handle),
            ...(disk.capacity === undefined ? {} : { capacity: whole(disk.capacity) }),
          },
        }),
  };
}

function stepView(step: RescueStep): RescueStepView {
  const { planned, instead, notYet, said } = step;
  const write = planned?.when === "now" && isWrite(planned.step) ? planned.step : undefined;
  return {
    stage: whole(step.stage),
    by: step.by,
    object: objectView(step.object),
    title: plainText(step.title),
    why: plainText(step.why),
    ...(instead === undefined ? {} : { instead: plainText(instead) }),
    ...(planned === undefined ? {} : { when: planned.when }),
    ...(write === undefined || write.do === "create"
      ? {}
      : { resourceVersion: whole(write.target.resourceVersion) }),
    ...(write === undefined ? {} : { request: requestView(write) }),
    changes: planned === undefined ? [] : changes(planned).map(plainText),
    ...(notYet === undefined ? {} : { notYet: plainText(notYet) }),
    said: said === undefined ? [] : [{ status: said.status, detail: plainText(said.detail) }],
  };
}

function outcomeView({ stage, object, title, status, detail }: RescueOutcome): RescueOutcomeView {
  return {
    stage: whole(stage),
    object: objectView(object),
    title: plainText(title),
    status,
    detail: plainText(detail),
  };
}
