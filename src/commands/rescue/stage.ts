import type { JournalLine } from "../../changes/executor/index.ts";
import { openExecutor, openJournal } from "../../changes/executor/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { nameOf, say } from "../../kubernetes/index.ts";
import { rescueRenderers } from "../../render/index.ts";
import type { RescueReport } from "../../report/index.ts";
import { eventTeller, readerOf } from "../audit-line.ts";
import type { Place } from "../changing.ts";
import { kept, modeOf, sceneAt, whileConnected } from "../changing.ts";
import type { Invocation } from "../command.ts";
import { secondsIn } from "../duration.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { formatOf, isMachineFormat } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Connected, ReadList } from "../source.ts";
import { listsOf } from "../source.ts";
import type { Account } from "./account.ts";
import { forPeople, forPrograms } from "./account.ts";
import { accept, backupDir, dryRun, output, timeout } from "./flags.ts";
import type { RescueStore } from "./store.ts";
import { rescueStore } from "./store.ts";

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

/** What changes the cluster, and what is kept on this machine. */
interface Bench {
  readonly executor: ReturnType<typeof openExecutor>;
  readonly store: RescueStore;
  /** What earlier runs recorded, the oldest first. */
  recorded(): Promise<readonly JournalLine[]>;
  sleep(milliseconds: number): Promise<void>;
}

function benchFor({ client }: Connected, { flags }: Invocation, edge: Edge): Bench {
  const bench = edge.bench(flags.text(backupDir));
  const reader = readerOf(!isMachineFormat(formatOf(flags, output)), flags);
  const tell = eventTeller(
    edge.err,
    reader,
    ({ object, path }) => say`Saved ${nameOf(object.ref)} to ${path}`,
  );
  return {
    executor: openExecutor(client, { ...bench, tell }),
    store: rescueStore(bench.disk, bench.directory),
    recorded: () => kept(() => recordedIn(bench)),
    sleep: (milliseconds) => bench.sleep(milliseconds, edge.interrupted),
  };
}

/** Creates nothing: a plan alone leaves no trace. */
async function recordedIn({ disk, directory }: ReturnType<Edge["bench"]>): Promise<readonly JournalLine[]> {
  const isThere = (await disk.inspect(directory)).is !== "missing";
  return isThere ? (await openJournal(disk, directory)).earlier : [];
}

/** Earlier runs that ended in the middle of a write are looked at first. */
export async function settleEarlier({ executor }: Bench, edge: Edge): Promise<void> {
  for (const { detail } of await kept(() => executor.settle())) printLine(edge.err, detail);
}
