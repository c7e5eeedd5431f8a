import { unreadKey } from "../../analysis/index.ts";
import type { Pair, Rescue } from "../../changes/index.ts";
import type { Unread } from "../../cluster/index.ts";
import { claimNamed, reclaimPolicyOf, volumeBackend, volumeNamed } from "../../controllers/index.ts";
import { missingRight, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { distinct, nameOf, say, words } from "../../kubernetes/index.ts";
import { reached, rescueRenderers, rescueText } from "../../render/index.ts";
import type { Refusal, RescuedPair, RescueOutcome, RescuePlan, RescueReport } from "../../report/index.ts";
import type { Place } from "../changing/plan.ts";
import { sceneAt } from "../changing/plan.ts";
import type { Telling } from "../changing/telling.ts";
import { modeOf, tellingFor } from "../changing/telling.ts";
import type { Invocation } from "../command.ts";
import { usageError } from "../failure.ts";
import { dryRun, reachOf } from "../flags/index.ts";
import { formatsOf, outputsOf } from "../outputs.ts";
import { printLine, renderOptions } from "../print.ts";
import type { Output, Surroundings } from "../surroundings.ts";
import { accept, output } from "./flags.ts";

/** What a run reports: to a person at once, to a program as one document at its end. */
export interface Account extends Pick<Telling<RescueReport>, "isForPeople" | "print" | "failed" | "save"> {
  /** Where it runs, and what it is told of where there is no plan. */
  begun(place: Place, on: ObjectRef): void;
  /** What comes before the plan, or beside it; and why it stops. */
  note(note: Phrase): void;
  nothingToDo(because: Phrase, more: readonly Phrase[]): void;
  plan(planned: RescuePlan): void;
  refused(refusal: Refusal): void;
  unread(unread: readonly Unread[]): void;
  happened(outcome: RescueOutcome): void;
  /** @param scaledDown what was noted to be scaled down, and stays so */
  restored(rescue: Rescue, scaledDown: readonly Phrase[]): void;
}

export async function accountFor(
  command: RescueReport["command"],
  { words: given, flags }: Invocation,
  surroundings: Surroundings,
): Promise<Account> {
  const { out, err, shell } = surroundings;
  const outputs = await outputsOf(flags, output, formatsOf(rescueRenderers, "steps"), surroundings);
  if (outputs.files.some(({ format }) => format === "text"))
    throw usageError(
      `${command} prints its text step by step: write json or yaml to a file, as in -o json=FILE`,
    );
  const renderer = await outputs.printed?.load();
  const isForPeople = renderer === undefined;
  const begun: RescueReport = {
    command,
    words: given,
    mode: modeOf(flags.choice(dryRun)),
    scene: sceneAt({ server: "" }, surroundings.now()),
    accepted: flags.texts(accept),
    refusals: [],
    idle: [],
    outcomes: [],
    restored: [],
    notes: [],
    errors: [],
    exitCode: 0,
  };
  const telling = tellingFor(begun, { renderer, isForPeople, outputs }, flags, surroundings);
  let about: ObjectRef = { apiVersion: "", kind: "", name: "" };
  const { know, print, failed, save } = telling;
  return {
    isForPeople,
    print,
    failed,
    save,
    begun(place, on) {
      about = on;
      know({ scene: sceneAt(place, surroundings.now()) });
    },
    note(note) {
      know({ notes: [...telling.report.notes, note] });
      printLine(err, note);
    },
    nothingToDo(because, more) {
      const { idle, notes } = telling.report;
      know({ idle: [...idle, { object: about, because }], notes: [...notes, ...more] });
      if (isForPeople) for (const each of [because, ...more]) printLine(out, each);
    },
    plan(planned) {
      know({ planned });
      if (!isForPeople) return;
      const shown = reached(planned, reachOf(flags, shell));
      out.write(rescueText(shown, telling.report.scene, renderOptions(surroundings, flags)));
    },
    refused(refusal) {
      know({ refusals: [...telling.report.refusals, refusal] });
      const { reason, object, message, instead } = refusal;
      printLine(err, say`Refused: ${nameOf(object)} (${reason})`);
      if (!isForPeople) return;
      for (const each of instead === undefined ? [message] : [message, instead])
        printLine(err, say`  ${each}`);
    },
    unread(unread) {
      const refusals = unread.map((each) => unreadRefusal(about, each));
      know({ refusals: [...telling.report.refusals, ...refusals] });
      if (isForPeople) printUnread(unread, err);
    },
    happened: (outcome) => know({ outcomes: [...telling.report.outcomes, outcome] }),
    restored(rescue, scaledDown) {
      know({ restored: pairsOf(rescue) });
      if (isForPeople) printRestored(rescue, scaledDown, out);
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
