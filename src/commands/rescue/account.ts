import type { Rescue } from "../../engine/rescue/index.ts";
import type { Phrase, Refusal, RescueOutcome, RescuePlan, RunError, Unread } from "../../model/index.ts";
import type { ExitCode } from "../exit-code.ts";

/** What a run reports: to people at once, to a program as one document at its end. */
export interface Account {
  /** What comes before the plan, or beside it. */
  note(note: Phrase): void;
  nothingToDo(because: Phrase, more?: readonly Phrase[]): void;
  plan(planned: RescuePlan): void;
  refused(refusal: Refusal): void;
  unread(unread: readonly Unread[]): void;
  happened(outcome: RescueOutcome): void;
  /** Why it stops here, in words for a person. */
  stopped(why: Phrase): void;
  /** Something was thrown, of which a person is told elsewhere. */
  failed(error: RunError): void;
  /** @param standing what was noted to be scaled down, and stays so */
  restored(rescue: Rescue, standing: readonly Phrase[]): void;
  /** The last word. */
  ended(code: ExitCode): ExitCode;
}
