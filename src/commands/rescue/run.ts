import type { Executor, JournalLine } from "../../changes/executor/index.ts";
import { openExecutor, openJournal } from "../../changes/executor/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { nameOf, say, secondsIn } from "../../kubernetes/index.ts";
import type { RescueReport } from "../../report/index.ts";
import { eventTeller, readerOf } from "../changing/audit-line.ts";
import { kept, leftOpen, refuseUnproven, whileConnected } from "../changing/session.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { dryRun, from } from "../flags/index.ts";
import { printLine, worst } from "../print.ts";
import type { Connected, ReadList, Source } from "../sources/source.ts";
import { listsOf } from "../sources/source.ts";
import type { Bench, Surroundings } from "../surroundings.ts";
import type { Account } from "./account.ts";
import { accountFor } from "./account.ts";
import { accept, backupDir, timeout } from "./flags.ts";
import type { RescueStore } from "./store.ts";
import { rescueStore } from "./store.ts";

/** Everything that one run of `rescue` or `undo` works with. */
export interface RescueRun {
  readonly connected: Connected;
  readonly executor: Executor;
  readonly bench: Bench;
  readonly store: RescueStore;
  readonly account: Account;
  /** The lists that were read up to now: a plan rests on them. */
  evidence(): readonly ReadList[];
  readonly invocation: Invocation;
  /** Milliseconds that one wait may take. */
  readonly patience: number;
  readonly surroundings: Surroundings;
}

interface Purpose<Asked> {
  readonly command: RescueReport["command"];
  /** What the words ask for. It is read first: who mistyped them hears of that, not of a server. */
  asked(invocation: Invocation): Asked;
  /** What the run is about, told of where there is no plan. */
  on(asked: Asked, source: Source): ObjectRef;
  run(asked: Asked, run: RescueRun): Promise<ExitCode>;
  /** Makes a plan from files, where that can be asked for. */
  readonly files?: (asked: AskedOfFiles, account: Account) => Promise<ExitCode>;
}

/** What is asked of files, with the object named as their namespaces have it. */
export interface AskedOfFiles {
  readonly flags: FlagValues;
  readonly surroundings: Surroundings;
  on(source: Source): ObjectRef;
}

/** A program gets its one document, whatever is thrown. */
export async function runFor<Asked>(
  { command, asked, on, run, files }: Purpose<Asked>,
  invocation: Invocation,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { flags } = invocation;
  const account = await accountFor(command, invocation, surroundings);
  try {
    const about = asked(invocation);
    const patience = patienceIn(flags);
    if (files !== undefined && flags.isGiven(from)) {
      const code = await files({ flags, surroundings, on: (source) => on(about, source) }, account);
      account.print(code);
      return worst([code, await account.save(code)]);
    }
    const code = await whileConnected(flags, surroundings, async (connected) => {
      account.begun(connected, on(about, connected.source));
      const opened = {
        account,
        invocation,
        patience,
        surroundings,
        ...toolsFor(connected, account, flags, surroundings),
      };
      const mode = flags.choice(dryRun);
      if (mode !== "client") refuseUnproven(flags.texts(accept), connected, surroundings);
      if (mode === "none")
        for (const each of await leftOpen(opened.executor)) printLine(surroundings.err, each);
      return await run(about, opened);
    });
    account.print(code);
    return worst([code, await account.save(code)]);
  } catch (problem) {
    account.failed(problem);
    await account.save(endedEarly(problem).exitCode);
    throw problem;
  }
}

/** What changes the cluster, and what is kept on this machine. */
function toolsFor(
  connected: Connected,
  { isForPeople }: Account,
  flags: FlagValues,
  surroundings: Surroundings,
): Pick<RescueRun, "connected" | "executor" | "bench" | "store" | "evidence"> {
  const { source, read } = listsOf(connected.source);
  const bench = surroundings.bench(flags.text(backupDir));
  const tell = eventTeller(
    surroundings.err,
    readerOf(isForPeople, flags),
    ({ object, path }) => say`Saved ${nameOf(object.ref)} to ${path}`,
  );
  return {
    connected: { ...connected, source },
    executor: openExecutor(connected.client, { ...bench, tell }),
    bench,
    store: rescueStore(bench.files, bench.directory),
    evidence: read,
  };
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

/** What earlier runs recorded, the oldest first. Creates nothing: a plan alone leaves no trace. */
export async function recorded({ files, directory }: Bench): Promise<readonly JournalLine[]> {
  return await kept(async () => {
    const isThere = (await files.inspect(directory)).is !== "missing";
    return isThere ? (await openJournal(files, directory)).earlier : [];
  });
}
