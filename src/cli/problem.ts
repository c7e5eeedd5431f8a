import { type ExitCode, exitCodeOf, Failure } from "../commands/index.ts";
import { AccessError, type AccessFailure } from "../connection/kubeconfig/access-error.ts";
import { flatten, type Phrase, say, words } from "../model/index.ts";
import { shown } from "../render/index.ts";
import { InputError } from "../sources/files/input-error.ts";

/** The end of a run that did not succeed: what is said, and the exit code. */
export interface Problem {
  readonly text: string;
  readonly exit: ExitCode;
}

/** Whatever was thrown, as one line for a person. A stack is shown only to who debugs pvguard itself. */
export function problemOf(thrown: unknown, debugging: boolean): Problem {
  if (thrown instanceof Failure) return { text: lines(thrown.phrase), exit: exitCodeOf(thrown.kind) };
  if (thrown instanceof InputError) return { text: lines(say`error: ${thrown.phrase}`), exit: 2 };
  if (thrown instanceof AccessError) {
    const hint = thrown.hint === undefined ? [] : say`${words("\n")}${thrown.hint}`;
    return { text: lines(say`${thrown.phrase}${hint}`), exit: exitOfAccess(thrown.kind) };
  }
  return { text: internal(thrown, debugging), exit: 2 };
}

function exitOfAccess(kind: AccessFailure): ExitCode {
  switch (kind) {
    case "config":
    case "rejected":
      return 2;
    case "interrupted":
      return 130;
    case "credentials":
    case "unauthorized":
    case "refused":
    case "unresolved":
    case "untrusted":
    case "proxy":
    case "unreachable":
    case "timeout":
    case "broken":
    case "redirect":
    case "protocol":
    case "too-large":
    case "throttled":
    case "server":
      return 4;
  }
}

function internal(thrown: unknown, debugging: boolean): string {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const stack = debugging && thrown instanceof Error ? (thrown.stack ?? "").split("\n").slice(1) : [];
  const hint = debugging ? "" : " (-v=9 says where)";
  return [
    lines(say`error: pvguard itself failed: ${message}${words(hint)}`),
    ...stack.map((line) => lines(say`${line}`)),
  ].join("");
}

function lines(phrase: Phrase): string {
  const text = flatten(phrase, shown);
  return text.endsWith("\n") ? text : `${text}\n`;
}
