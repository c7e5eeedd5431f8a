import { say, secondsIn } from "../../kubernetes/index.ts";
import { Failure, usageError } from "../failure.ts";
import type { Choice, Flag, FlagValues } from "../flags/index.ts";
import { text, texts } from "../flags/index.ts";

const listen = text("listen", "The address to serve on (:8443, 127.0.0.1:8443)", { default: ":8443" });

export const certFile = text("tls-cert-file", "The certificate, as PEM. Read again when it changes", {
  completes: "files",
});

export const keyFile = text("tls-private-key-file", "The private key of the certificate, as PEM", {
  completes: "files",
});

export const clientCaFile = text(
  "client-ca-file",
  "Answer only clients with a certificate of these authorities, as PEM",
  { completes: "files" },
);

const mode: Choice<"warn" | "deny"> = {
  takes: "choice",
  name: "mode",
  values: ["warn", "deny"],
  default: "warn",
  help: "What to do about a deletion that loses data. warn: warn the client, and let it pass. deny: refuse it",
};

const whenUnknown: Choice<"allow" | "deny"> = {
  takes: "choice",
  name: "when-unknown",
  values: ["allow", "deny"],
  default: "allow",
  help: "What to do where it is unknown whether data is lost. allow: warn, and let it pass",
};

const exempt = texts("exempt", "Let the requests of this user or group pass. Repeat this flag for more");

const allowWithSnapshot = text(
  "allow-with-snapshot",
  "Let the deletion of a claim pass if a snapshot of its disk is ready, stays, and is no older than this (1h)",
);

const maxAge = text("max-age", "Answer from what was read at most so long before (0s, 2s)", {
  default: "2s",
});

const timeout = text("timeout", "How long an answer may take, less than the timeout of the webhook", {
  default: "8s",
});

export const guardServeFlags: readonly Flag[] = [
  listen,
  certFile,
  keyFile,
  clientCaFile,
  mode,
  whenUnknown,
  exempt,
  allowWithSnapshot,
  maxAge,
  timeout,
];

/** What the flags say of the answers. Times are milliseconds. */
export interface Settings {
  readonly mode: "warn" | "deny";
  readonly whenUnknown: "allow" | "deny";
  readonly exempt: readonly string[];
  /** `undefined`: no snapshot lets a deletion pass. */
  readonly snapshotAge: number | undefined;
  readonly maxAge: number;
  readonly timeout: number;
}

const longestAge = 60;
const longestTimeout = 30;
/** In less, nothing can be read: every deletion would pass as unknown. */
const shortestTimeout = 1;

export function settingsOf(flags: FlagValues): Settings {
  const given = flags.text(allowWithSnapshot);
  return {
    mode: flags.choice(mode),
    whenUnknown: flags.choice(whenUnknown),
    exempt: exemptIn(flags),
    snapshotAge: given === undefined ? undefined : durationOf(given, "allow-with-snapshot"),
    maxAge: durationOf(flags.text(maxAge) ?? "", "max-age", longestAge),
    timeout: timeoutIn(flags),
  };
}

/** An empty name is that of a variable that was not set: without this, its operator would not pass. */
function exemptIn(flags: FlagValues): readonly string[] {
  const names = flags.texts(exempt);
  if (names.some((name) => name.trim() === ""))
    throw usageError(`--${exempt.name} needs the name of a user or a group`);
  return names;
}

function timeoutIn(flags: FlagValues): number {
  const milliseconds = durationOf(flags.text(timeout) ?? "", timeout.name, longestTimeout);
  if (milliseconds < shortestTimeout * 1000)
    throw usageError(`--${timeout.name} must be at least ${shortestTimeout}s`);
  return milliseconds;
}

/** @param most in seconds */
function durationOf(value: string, flag: string, most?: number): number {
  const seconds = secondsIn(value);
  if (seconds !== undefined && (most === undefined || seconds <= most)) return seconds * 1000;
  const limit = most === undefined ? "" : ` of at most ${most}s`;
  throw new Failure(
    "usage",
    say`error: --${flag} must be a duration${limit}, such as 2s or 1m, not "${value}"`,
  );
}
