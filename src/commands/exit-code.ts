/**
 * How a run ended, for scripts. 0 fine. 2 usage, bad input, object not found. 3 could not tell: something that
 * mattered could not be read, and what is known was printed. 4 the API server is unreachable, refused the login, or answered
 * none of the requests.
 * 130 interrupted. 1 findings at or above --fail-on. 5 a change was refused, or something changed since the plan: nothing
 * more was sent. 6 a change was sent, and its outcome is not proven.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 130;

/** Why a run could not answer at all. */
export type FailureKind = "usage" | "not-found" | "unreadable" | "nothing-read" | "local-io" | "refused";

export function exitCodeOf(kind: FailureKind): 2 | 3 | 4 | 5 {
  switch (kind) {
    case "usage":
    case "not-found":
    case "local-io":
      return 2;
    case "unreadable":
      return 3;
    case "nothing-read":
      return 4;
    case "refused":
      return 5;
  }
}
