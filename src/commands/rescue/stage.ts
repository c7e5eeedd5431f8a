import type { ObjectRef, RescueReport } from "../../model/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import { endedEarly } from "../ended-early.ts";
import type { ExitCode } from "../exit-code.ts";
import { listsOf, type ReadList } from "../preflight/evidence.ts";
import { printWarnings } from "../print.ts";
import type { Connected } from "../source.ts";
import type { Account } from "./account.ts";
import { accountFor } from "./account-for.ts";
import { type Bench, benchFor } from "./bench.ts";
import { patienceIn } from "./patience.ts";

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
const nowhere = { server: "", context: undefined, user: undefined };

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
    const code = await connectedRun(invocation, edge, (connected) =>
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

async function connectedRun(
  { flags }: Invocation,
  edge: Edge,
  run: (connected: Connected) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connected = await edge.connect(flags);
  try {
    return await run(connected);
  } finally {
    printWarnings(connected.source, edge);
    connected.source.close();
  }
}
