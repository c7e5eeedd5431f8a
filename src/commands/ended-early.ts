import { AccessError, type AccessFailure } from "../connection/kubeconfig/access-error.ts";
import { type Phrase, type RunError, say } from "../model/index.ts";
import { InputError } from "../sources/files/limits.ts";
import { type ExitCode, exitCodeOf } from "./exit-code.ts";
import { Failure } from "./failure.ts";

/** The end of a run that threw something. */
interface EndedEarly {
  readonly error: RunError;
  /** The same, as a person is told. */
  readonly line: Phrase;
  readonly exitCode: ExitCode;
}

export function endedEarly(thrown: unknown): EndedEarly {
  if (thrown instanceof Failure)
    return { ...told(thrown.kind, thrown.phrase), exitCode: exitCodeOf(thrown.kind) };
  if (thrown instanceof InputError) return { ...told("input", say`error: ${thrown.phrase}`), exitCode: 2 };
  if (thrown instanceof AccessError)
    return { ...told(accessKind(thrown.kind), thrown.phrase), exitCode: exitOfAccess(thrown.kind) };
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return { ...told("internal", say`error: pvguard itself failed: ${message}`), exitCode: 2 };
}

/** For a program: without what begins a line on standard error. */
export function errorOf(kind: string, line: Phrase): RunError {
  const [first, ...rest] = line;
  const isLabelled = first !== undefined && "words" in first && first.words.startsWith("error: ");
  return {
    reason: kind.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    message: isLabelled ? [{ words: first.words.slice("error: ".length) }, ...rest] : line,
  };
}

function told(kind: string, line: Phrase): Pick<EndedEarly, "error" | "line"> {
  return { error: errorOf(kind, line), line };
}

/** What pvguard refuses, and a connection that a computer refuses, are not the same. */
function accessKind(kind: AccessFailure): string {
  return kind === "refused" ? "connection-refused" : kind;
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
