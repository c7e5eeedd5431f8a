import { planRenderers } from "../../render/index.ts";
import type { FixReport, Refusal } from "../../report/index.ts";
import type { Invocation } from "../command.ts";
import type { ExitCode } from "../failure.ts";
import type { Text } from "../flags/index.ts";
import { dryRun, isMachineFormat } from "../flags/index.ts";
import { formatsOf, outputsOf } from "../outputs.ts";
import type { Surroundings } from "../surroundings.ts";
import { planAt } from "./plan.ts";
import type { Telling } from "./telling.ts";
import { modeOf, tellingFor } from "./telling.ts";

/** What a command that carries out a plan says, before anything is known. @param output its flag `-o` */
export async function tellingOfPlan(
  { words: given, flags }: Invocation,
  { output, command }: { readonly output: Text; readonly command?: FixReport["command"] },
  surroundings: Surroundings,
): Promise<Telling<FixReport>> {
  const outputs = await outputsOf(flags, output, formatsOf(planRenderers, "items"), surroundings);
  const renderer = (await outputs.printed?.load()) ?? planRenderers[0];
  const isForPeople = !isMachineFormat(outputs.printed?.format);
  const begun: FixReport = {
    ...(command === undefined ? {} : { command }),
    mode: modeOf(flags.choice(dryRun)),
    request: { words: given },
    plan: planAt({ server: "" }, [], surroundings.now()),
    digest: "",
    refusals: [],
    idle: [],
    accepted: [],
    previews: [],
    outcomes: [],
    errors: [],
    exitCode: 0,
  };
  return tellingFor(begun, { renderer, isForPeople, outputs }, flags, surroundings);
}

/** Not to know is another end than to know that it must not be. */
export function exitCodeOfRefusals(refusals: readonly Refusal[]): ExitCode {
  if (refusals.length === 0) return 0;
  return refusals.every(({ reason }) => reason === "IncompleteView") ? 3 : 5;
}
