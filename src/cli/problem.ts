import type { ExitCode } from "../commands/index.ts";
import { endedEarly, Failure } from "../commands/index.ts";
import { AccessError } from "../connection/kubeconfig/access-error.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { flatten, say, words } from "../kubernetes/index.ts";
import { InputError } from "../reading/files/limits.ts";
import { shown } from "../render/escape.ts";

/** The end of a run that did not succeed: what is said, and the exit code. */
interface Problem {
  readonly text: string;
  readonly exit: ExitCode;
}

/** Whatever was thrown, as one line for a person. A stack is shown only to who debugs pvguard itself. */
export function problemOf(thrown: unknown, told: "line" | "stack"): Problem {
  const { line, exitCode: exit } = endedEarly(thrown);
  if (thrown instanceof AccessError) {
    const hint = thrown.hint === undefined ? [] : say`${words("\n")}${thrown.hint}`;
    return { text: lines(say`${line}${hint}`), exit };
  }
  const isExpected = thrown instanceof Failure || thrown instanceof InputError;
  return { text: isExpected ? lines(line) : internal(line, thrown, told), exit };
}

function internal(line: Phrase, thrown: unknown, told: "line" | "stack"): string {
  const stack = told === "stack" && thrown instanceof Error ? (thrown.stack ?? "").split("\n").slice(1) : [];
  const hint = told === "stack" ? "" : " (run with -v=9 to see where)";
  return [lines(say`${line}${words(hint)}`), ...stack.map((each) => lines(say`${each}`))].join("");
}

function lines(phrase: Phrase): string {
  const text = flatten(phrase, shown);
  return text.endsWith("\n") ? text : `${text}\n`;
}
