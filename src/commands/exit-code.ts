/**
 * How a run ended, for scripts. 0 fine. 2 usage, bad input, object not found. 3 could not tell: something that
 * mattered could not be read, and what is known was printed. 4 the API server is unreachable or refused the login.
 * 130 interrupted. 1 findings at or above --fail-on. 5 and 6 are kept for the outcome of a fix.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

/** Why a run could not answer at all. */
export type FailureKind = "usage" | "not-found" | "unreadable" | "local-io";

export function exitCodeOf(kind: FailureKind): 2 | 3 {
  switch (kind) {
    case "usage":
    case "not-found":
    case "local-io":
      return 2;
    case "unreadable":
      return 3;
  }
}
