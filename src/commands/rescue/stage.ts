import { reclaimPolicyOf } from "../../controllers/index.ts";
import { missingRight, unreadKey, unreadPhrase } from "../../engine/index.ts";
import type { Rescue } from "../../engine/rescue/index.ts";
import {
  distinct,
  nameOf,
  type ObjectRef,
  type Phrase,
  type RescueReport,
  say,
  words,
} from "../../model/index.ts";
import { reached, rescueRenderers, rescueText } from "../../render/index.ts";
import { modeOf, type Place, sceneAt, whileConnected } from "../changing.ts";
import type { Invocation } from "../command.ts";
import { secondsIn } from "../duration.ts";
import type { Edge, Output } from "../edge.ts";
import { type ExitCode, endedEarly, Failure } from "../failure.ts";
import { type FlagValues, formatOf, reachOf } from "../flags/index.ts";
import { listsOf, type ReadList } from "../preflight/webhooks.ts";
import { printLine, renderOptions } from "../print.ts";
import type { Connected } from "../source.ts";
import { type Account, forPrograms, manifestOf, pairsOf } from "./account.ts";
import { type Bench, benchFor } from "./bench.ts";
import { accept, dryRun, output, timeout } from "./flags.ts";

/** Everything that one run works with. */
export interface Stage {
  readonly connected: Connected;
  readonly bench: Bench;
  readonly account: Account;
  /** The lists that were read up to now: a plan rests on them. */
  evidence(): readonly ReadList[];
  readonly invocation: Invocation;
  /** Milliseconds that one wait may take. */
  readonly patience: number;
  readonly edge: Edge;
}

const nothing: ObjectRef = { apiVersion: "", kind: "", name: "" };
const nowhere: Place = { server: "" };

interface Play<Asked> {
  readonly command: RescueReport["command"];
  /** What the words ask for. It is read first: who mistyped them hears of that, not of a server. */
  asked(invocation: Invocation): Asked;
  /** What the run is about, told of where there is no plan. */
  on(asked: Asked, connected: Connected): ObjectRef;
  run(asked: Asked, stage: Stage): Promise<ExitCode>;
}

/** A program gets its one document, whatever is thrown. */
export async function onStage<Asked>(
  play: Play<Asked>,
  invocation: Invocation,
  edge: Edge,
): Promise<ExitCode> {
  const { command } = play;
  let account = accountFor(command, nothing, nowhere, invocation, edge);
  const stageOf = (asked: Asked, patience: number, connected: Connected): Stage => {
    account = accountFor(command, play.on(asked, connected), connected, invocation, edge);
    const { source, read } = listsOf(connected.source);
    const bench = benchFor(connected, invocation, edge);
    return {
      connected: { ...connected, source },
      bench,
      account,
      evidence: read,
      invocation,
      patience,
      edge,
    };
  };
  try {
    const asked = play.asked(invocation);
    const patience = patienceIn(invocation.flags);
    const code = await whileConnected(invocation.flags, edge, (connected) =>
      play.run(asked, stageOf(asked, patience, connected)),
    );
    return account.ended(code);
  } catch (problem) {
    const { error, exitCode } = endedEarly(problem);
    account.failed(error);
    account.ended(exitCode);
    throw problem;
  }
}

/** In the form that `-o` asks for. `on`: what it is told of where there is no plan. */
function accountFor(
  command: RescueReport["command"],
  on: ObjectRef,
  place: Place,
  invocation: Invocation,
  edge: Edge,
): Account {
  const scene = sceneAt(place, edge.now());
  const { flags } = invocation;
  const format = formatOf(flags, output);
  const renderer = rescueRenderers.find(({ name }) => name === format);
  if (renderer === undefined) return forPeople(scene, invocation, edge);
  const begun = {
    command,
    words: invocation.words,
    mode: modeOf(flags.choice(dryRun)),
    scene,
    accepted: flags.texts(accept),
  };
  return forPrograms(begun, on, renderer, invocation, edge);
}

/** Tells a person at once. */
function forPeople(scene: RescueReport["scene"], { flags }: Invocation, edge: Edge): Account {
  return {
    note: (note) => printLine(edge.err, note),
    nothingToDo(because, more = []) {
      for (const each of [because, ...more]) printLine(edge.out, each);
    },
    plan: (planned) =>
      edge.out.write(
        rescueText(reached(planned, reachOf(flags, edge.shell)), scene, renderOptions(edge, flags)),
      ),
    refused: ({ reason, object, message, instead }) => {
      printLine(edge.err, say`Refused: ${nameOf(object)} (${reason})`);
      printLine(edge.err, say`  ${message}`);
      if (instead !== undefined) printLine(edge.err, say`  ${instead}`);
    },
    unread(unread) {
      printLine(edge.err, words("error: could not read what the decision depends on, so nothing was sent:"));
      for (const each of distinct(unread, unreadKey)) {
        printLine(edge.err, say`  ${unreadPhrase(each)}`);
        const right = missingRight(each);
        if (right !== undefined) printLine(edge.err, say`    ${right}`);
      }
    },
    happened() {},
    failed() {},
    stopped: (why) => printLine(edge.err, why),
    restored: (rescue, standing) => printRestored(rescue, standing, edge.out),
    ended: (code) => code,
  };
}

/** What was reached, and what a person may want to do next. */
function printRestored(rescue: Rescue, standing: readonly Phrase[], out: Output): void {
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
  for (const each of standing) printLine(out, each);
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

/** Milliseconds that one wait may take. Throws `Failure` where --timeout is no time. */
export function patienceIn(flags: FlagValues): number {
  const given = flags.text(timeout) ?? "";
  const seconds = secondsIn(/^\d+$/.test(given) ? `${given}s` : given);
  if (seconds === undefined)
    throw new Failure(
      "usage",
      say`error: --timeout must be a duration such as 30s, 10m or 2h, not "${given}"`,
    );
  return seconds * 1000;
}
