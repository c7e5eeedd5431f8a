import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Denied, MissingPermission } from "./denied.ts";
import { deniedIn, permissionIn } from "./denied.ts";
import { knownErrors } from "./drivers/index.ts";
import type { KnownError, Mender, Retry } from "./drivers/known.ts";
import { refusalsSaid } from "./namespace.ts";

/** What an error means: in whose table it stands is not told, only what follows. */
type Explanation = Pick<KnownError, "subject" | "cause" | "mends" | "retry">;

/** A whole text is read, but not the megabytes that a hostile file can hold. */
const mostRead = 20_000;

/**
 * What is known of an error of this driver; nothing where its wording is unknown. The driver's own words come first, then those
 * of the sidecars, and at last whose permission is missing. The output of a command in it has lines: to the words, a line break
 * is a space.
 */
export function explained(text: string, driver: string): Explanation | undefined {
  const read = text.slice(0, mostRead).replace(/\s+/g, " ");
  const own = knownErrors
    .filter(({ drivers }) => drivers.some((name) => isNamed(driver, name)))
    .flatMap(({ errors }) => errors)
    .find(({ says }) => says.test(read));
  if (own !== undefined) return own;
  const denied = deniedIn(read);
  if (denied !== undefined) return denials[denied];
  return isTimeout.test(read) ? tooLate : undefined;
}

function isNamed(driver: string, name: string): boolean {
  return name === "" || driver === name || driver.endsWith(`.${name}`);
}

const denials: Readonly<Record<Denied, Explanation>> = {
  driver: {
    subject: "the storage backend",
    cause: "refuses the driver's login or permission",
    mends: { who: "backend", how: "renew the credentials, or grant the permission" },
    retry: "after",
  },
  "service-account": {
    subject: "the service account of the controller",
    cause: "lacks a permission in Kubernetes",
    mends: { who: "cluster", how: "grant that permission to it" },
    retry: "after",
  },
  file: {
    subject: "a file or a directory",
    cause: "does not allow this to the program that says so",
    mends: { who: "node", how: "correct its owner or mode" },
    retry: "after",
  },
  client: {
    subject: "the server of the share",
    cause: "refuses this client",
    mends: { who: "backend", how: "allow the node in the export, or correct the credentials" },
    retry: "after",
  },
};

/** Never the cause itself: the caller waited, and was told nothing. */
const isTimeout = /context deadline exceeded|code = DeadlineExceeded/;

const tooLate: Explanation = {
  subject: "the driver",
  cause: "has not answered in time; only its own log says why",
  mends: { who: "cluster", how: "read that log" },
  retry: "alone",
};

const menders: Readonly<Record<Mender, string>> = {
  backend: "an administrator of the storage backend",
  cluster: "a cluster administrator",
  node: "an administrator of the node",
  owner: "the owner of the workload",
};

const retries: Readonly<Record<Retry, string>> = {
  alone: "A retry can succeed without any change.",
  after: "The retries succeed after that.",
  never: "Retries cannot succeed.",
};

/** Is there no disk yet, or is there one, with data that a claim that is created again would lose? */
type Stage = "no disk yet" | "disk exists";

/**
 * The error behind what failed, whole: what it means, who can remove the cause, and whether a retry helps; or that its wording is
 * unknown. Where the driver was not told, neither is said.
 */
export function withMeaning(
  failed: Phrase,
  text: string,
  driver: string,
  stage: Stage = "disk exists",
): Phrase {
  const known = explained(text, driver);
  // Of a refusal that it quotes, nothing is unknown.
  const isClear = driver === "" || refusalsSaid(text).length > 0;
  if (known === undefined) return say`${failed}: ${text}${words(isClear ? "" : unknown)}`;
  return say`${failed}: ${meaningOf(known, stage, permissionIn(text.slice(0, mostRead)))} It says: ${text}`;
}

const unknown = " (pvguard does not know this error)";

function meaningOf(
  { subject, cause, mends, retry }: Explanation,
  stage: Stage,
  missing?: MissingPermission,
): Phrase {
  if (mends === undefined) return words(`${subject} ${cause}. ${retries[retry]}`);
  const how = howAt(stage, mends);
  const must = missing === undefined ? words(how) : granting(how, missing);
  return say`${words(`${subject} ${cause}. ${sentence(menders[mends.who])} must`)} ${must}. ${words(retries[retry])}`;
}

/** With the permission itself, where what must be done is to grant one: then the credentials are the right ones. */
function granting(how: string, { name, whom, on }: MissingPermission): Phrase {
  const [, before, after] =
    /^(?:renew the credentials, or )?(.*\b)(?:the|that) permission\b(.*)$/.exec(how) ?? [];
  if (before === undefined || after === undefined) return words(how);
  const to = whom === undefined ? [] : after === "" ? say` to ${whom}` : say` (${whom})`;
  return say`${words(before)}the permission ${name}${on === undefined ? [] : say` on ${on}`}${words(after)}${to}`;
}

/** A claim with data is never to be created again: its data is copied to another one. */
function howAt(stage: Stage, { how, withData }: NonNullable<Explanation["mends"]>): string {
  switch (stage) {
    case "no disk yet":
      return how;
    case "disk exists":
      return withData ?? how.replaceAll("recreate the claim", "copy the data to a new claim");
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
