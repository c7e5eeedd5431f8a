import type { ObjectRef, RescueReport } from "../../model/index.ts";
import type { Invocation } from "../command.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { listsOf, type ReadList } from "../preflight/evidence.ts";
import { printWarnings } from "../print.ts";
import type { Connected } from "../source.ts";
import type { Account } from "./account.ts";
import { accountFor } from "./account-for.ts";
import { type Bench, benchFor } from "./bench.ts";

/** Everything that one run works with. */
export interface Stage {
  readonly connected: Connected;
  readonly bench: Bench;
  readonly account: Account;
  /** The lists that were read up to now: a plan rests on them. */
  evidence(): readonly ReadList[];
  readonly invocation: Invocation;
  readonly edge: Edge;
}

/** @param on what the run is about, told of where there is no plan */
export async function onStage(
  command: RescueReport["command"],
  on: (connected: Connected) => ObjectRef,
  invocation: Invocation,
  edge: Edge,
  run: (stage: Stage) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connected = await edge.connect(invocation.flags);
  try {
    const account = accountFor(command, on(connected), connected, invocation, edge);
    const { source, read } = listsOf(connected.source);
    const stage: Stage = {
      connected: { ...connected, source },
      bench: benchFor(connected, invocation, edge),
      account,
      evidence: read,
      invocation,
      edge,
    };
    return account.ended(await run(stage));
  } finally {
    printWarnings(connected.source, edge);
    connected.source.close();
  }
}
