import type { LiveRead } from "../../executor/index.ts";
import { type ObjectRef, words } from "../../model/index.ts";
import type { Edge } from "../edge.ts";
import type { ExitCode } from "../exit-code.ts";
import { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { printWarnings } from "../print.ts";
import type { WholeInput } from "../source.ts";
import { knownOf } from "./known-of.ts";
import { makePlan, planOn } from "./planning.ts";
import type { Telling } from "./telling.ts";
import type { Wanted } from "./wanted.ts";
import { withNamespace } from "./where.ts";

/** The plan as far as files tell. No server is asked, and nothing can be sent: the plan has no digest. */
export async function planFromFiles(
  asked: Wanted,
  flags: FlagValues,
  edge: Edge,
  telling: Telling,
): Promise<ExitCode> {
  refuseWrites(asked);
  const read = await edge.busy(words("Reading"), (tell) => edge.openWhole(flags, tell));
  const { source, input } = read;
  const { wanted, within } = withNamespace(asked, flags, source);
  const connected = { source, server: "", input };
  telling.know({ request: wanted.request, plan: planOn(connected, [], edge) });
  const executor = { read: async (_: unknown, ref: ObjectRef) => readOf(ref, read) };
  const planned = await makePlan({ wanted, flags: within, connected, executor, edge });
  const { code, isEmpty } = knownOf({ ...planned, digest: "" }, wanted, telling, edge);
  printWarnings(source, edge);
  if (!isEmpty) telling.print(code);
  return code;
}

function refuseWrites({ mode, reviewed }: Wanted): void {
  if (mode === "apply")
    throw refuse("--from reads files, and fix can only change a cluster: add --dry-run to see the plan");
  if (mode === "server") throw refuse("--dry-run=server needs a cluster: with --from, use --dry-run=client");
  if (reviewed !== undefined) throw refuse("--plan changes a cluster: remove --from");
}

function refuse(problem: string): Failure {
  return new Failure("usage", words(`error: ${problem}`));
}

/** What the input does not hold whole is not taken for absent. */
function readOf(ref: ObjectRef, { whole }: WholeInput): LiveRead {
  const raw = whole(ref);
  return raw === undefined
    ? {
        state: "unread",
        phrase: words("the input does not contain it with its uid and resourceVersion"),
      }
    : { state: "found", raw };
}
