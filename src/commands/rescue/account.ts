import { unreadKey } from "../../analysis/index.ts";
import type { Pair, Rescue } from "../../changes/index.ts";
import type { Unread } from "../../cluster/index.ts";
import { claimNamed, reclaimPolicyOf, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { missingRight, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { distinct, nameOf, say, words } from "../../kubernetes/index.ts";
import { reached, rescueRenderers, rescueText } from "../../render/index.ts";
import type {
  Refusal,
  RescuedPair,
  RescueOutcome,
  RescuePlan,
  RescueReport,
  RunError,
} from "../../report/index.ts";
import type { Place } from "../changing/plan.ts";
import { modeOf, sceneAt } from "../changing/plan.ts";
import type { Invocation } from "../command.ts";
import type { Edge, Output } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { formatOf, reachOf } from "../flags/index.ts";
import { printLine, renderOptions } from "../print.ts";
import { accept, dryRun, output } from "./flags.ts";

/** What a run reports: to a person at once, to a program as one document at its end. */
export interface Account {
  readonly isForPeople: boolean;
  /** What comes before the plan, or beside it; and why it stops. */
  note(note: Phrase): void;
  nothingToDo(because: Phrase, more: readonly Phrase[]): void;
  plan(planned: RescuePlan): void;
  refused(refusal: Refusal): void;
  unread(unread: readonly Unread[]): void;
  happened(outcome: RescueOutcome): void;
  /** Something was thrown, of which a person is told elsewhere. */
  failed(error: RunError): void;
  /** @param scaledDown what was noted to be scaled down, and stays so */
  restored(rescue: Rescue, scaledDown: readonly Phrase[]): void;
  /** The last word. */
  ended(code: ExitCode): ExitCode;
}

/** @param about where it runs and what it is told of, as soon as that is known */
export function accountFor(
  command: RescueReport["command"],
  about: { readonly place: Place; readonly on: ObjectRef } | undefined,
  { words: given, flags }: Invocation,
  edge: Edge,
): Account {
  const { out, err, shell } = edge;
  const { place, on } = about ?? { place: { server: "" }, on: { apiVersion: "", kind: "", name: "" } };
  const renderer = rescueRenderers.find(({ name }) => name === formatOf(flags, output));
  const isForPeople = renderer === undefined;
  const options = renderOptions(edge, flags);
  let report: RescueReport = {
    command,
    words: given,
    mode: modeOf(flags.choice(dryRun)),
    scene: sceneAt(place, edge.now()),
    accepted: flags.texts(accept),
    refusals: [],
    idle: [],
    outcomes: [],
    restored: [],
    notes: [],
    errors: [],
    exitCode: 0,
  };
  const know = (more: Partial<RescueReport>) => {
    report = { ...report, ...more };
  };
  return {
    isForPeople,
    note(note) {
      know({ notes: [...report.notes, note] });
      printLine(err, note);
    },
    nothingToDo(because, more) {
      know({ idle: [...report.idle, { object: on, because }], notes: [...report.notes, ...more] });
      if (isForPeople) for (const each of [because, ...more]) printLine(out, each);
    },
    plan(planned) {
      know({ planned });
      if (isForPeople) out.write(rescueText(reached(planned, reachOf(flags, shell)), report.scene, options));
    },
    refused(refusal) {
      know({ refusals: [...report.refusals, refusal] });
      const { reason, object, message, instead } = refusal;
      printLine(err, say`Refused: ${nameOf(object)} (${reason})`);
      if (!isForPeople) return;
      for (const each of [message, ...(instead === undefined ? [] : [instead])])
        printLine(err, say`  ${each}`);
    },
    unread(unread) {
      know({ refusals: [...report.refusals, ...unread.map((each) => unreadRefusal(on, each))] });
      if (isForPeople) printUnread(unread, err);
    },
    happened: (outcome) => know({ outcomes: [...report.outcomes, outcome] }),
    failed: (error) => know({ errors: [...report.errors, error] }),
    restored(rescue, scaledDown) {
      know({ restored: pairsOf(rescue) });
      if (isForPeople) printRestored(rescue, scaledDown, out);
    },
    ended(exitCode) {
      if (renderer !== undefined)
        out.write(renderer.render(reached({ ...report, exitCode }, reachOf(flags, "posix")), options));
      return exitCode;
    },
  };
}

function unreadRefusal(object: ObjectRef, unread: Unread): Refusal {
  const right = missingRight(unread);
  const instead = right === undefined ? {} : { instead: right };
  return { reason: "IncompleteView", object, message: unreadPhrase(unread), ...instead };
}

function printUnread(unread: readonly Unread[], err: Output): void {
  printLine(err, words("error: could not read what the decision depends on, so nothing was sent:"));
  for (const each of distinct(unread, unreadKey)) {
    printLine(err, say`  ${unreadPhrase(each)}`);
    const right = missingRight(each);
    if (right !== undefined) printLine(err, say`    ${right}`);
  }
}

/** What was reached, and what a person may want to do next. */
function printRestored(rescue: Rescue, scaledDown: readonly Phrase[], out: Output): void {
  for (const { claim, volume, disk } of pairsOf(rescue)) {
    const where = disk === undefined ? [] : say` (${disk.driver} ${disk.handle})`;
    printLine(out, say`${nameOf(claim)} is Bound to ${nameOf(volume)}${where}.`);
  }
  for (const { owner, runBy, replicas } of rescue.stopped) {
    if (runBy !== undefined)
      printLine(
        out,
        say`Start ${nameOf(owner)} again yourself, through ${runBy.kind}/${runBy.name}, with ${replicas} replicas.`,
      );
  }
  for (const each of scaledDown) printLine(out, each);
  printLine(out, words("The volumes keep the reclaim policy Retain."));
  const changed = rescue.pairs.flatMap(({ volume }) => {
    const policy = reclaimPolicyOf(manifestOf(volume));
    return policy === "Retain" ? [] : [{ name: volume.name, policy }];
  });
  if (changed.length > 0)
    printLine(out, words("When everything works, you can set the former policy again:"));
  for (const { name, policy } of changed)
    printLine(
      out,
      say`  kubectl patch pv ${name} -p '{"spec":{"persistentVolumeReclaimPolicy":"${policy}"}}'`,
    );
}

/** What is rescued, as it is told. */
export function pairsOf({ namespace, pairs }: Rescue): readonly RescuedPair[] {
  return pairs.map(({ claim, volume }) => {
    const disk = diskOf(manifestOf(volume));
    return {
      claim: claimNamed(namespace.name, claim.name),
      volume: volumeNamed(volume.name),
      ...(disk === undefined ? {} : { disk }),
    };
  });
}

/** The volume as it was when the rescue began. */
function manifestOf({ manifest }: Pair["volume"]): PersistentVolume {
  return JSON.parse(manifest) as PersistentVolume;
}

function diskOf(volume: PersistentVolume): RescuedPair["disk"] {
  const backend = volumeBackend(volume);
  const capacity = volume.spec?.capacity?.storage;
  const size = capacity === undefined ? {} : { capacity: String(capacity) };
  switch (backend.type) {
    case "csi":
    case "migrated":
      return { driver: backend.driver, handle: backend.handle, ...size };
    case "in-tree":
    case "local":
      return { driver: backend.plugin, handle: backend.handle, ...size };
    case "unknown":
      return undefined;
  }
}
