import type { Reading } from "../cluster/index.ts";
import type { AccessFailure } from "../connection/kubeconfig/access-error.ts";
import { AccessError } from "../connection/kubeconfig/access-error.ts";
import type { KubeObject, Phrase, Resource } from "../kubernetes/index.ts";
import { apiVersionOf, flatten, groupOf, join, kindOf, pluralOf, say, words } from "../kubernetes/index.ts";
import { InputError } from "../reading/files/limits.ts";
import type { RunError } from "../report/index.ts";
import type { Source } from "./sources/source.ts";

/**
 * How a run ended, for scripts. 0 fine. 2 usage, bad input, object not found. 3 could not tell: something that
 * mattered could not be read, and what is known was printed. 4 the API server is unreachable, refused the login, or answered
 * none of the requests.
 * 130 interrupted. 1 findings at or above --fail-on, or data that a deletion would lose. 5 a change was refused, or something changed since the plan: nothing
 * more was sent. 6 a change was sent, and its outcome is not proven.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 130;

/** Why a run could not answer at all. */
type FailureKind = "usage" | "not-found" | "unreadable" | "nothing-read" | "local-io" | "refused";

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

/** The end of a run that could not answer. `phrase` is the whole text for standard error, with its `error: `. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly phrase: Phrase;

  constructor(kind: FailureKind, phrase: Phrase) {
    super(flatten(phrase, (data) => JSON.stringify(data)));
    this.name = "Failure";
    this.kind = kind;
    this.phrase = phrase;
  }
}

/** Of what a person typed. */
export function usageError(problem: string): Failure {
  return new Failure("usage", words(`error: ${problem}`));
}

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

/** `Error from server (NotFound): persistentvolumeclaims "foo" not found`, as kubectl says it. */
export function notFound(resource: Resource, name: string, source: Source): Failure {
  const missing = say`${words(qualified(resource))} "${name}" not found`;
  return new Failure(
    "not-found",
    source.kind === "live"
      ? say`Error from server (NotFound): ${missing}`
      : say`error: ${missing} in the input (${source.start().source})`,
  );
}

/** Files know no current namespace: a name that several of them have has to be told apart. */
export function ambiguous(resource: Resource, objects: readonly KubeObject[]): Failure {
  const namespaces = join(
    objects.map(({ metadata }) => say`${metadata.namespace ?? ""}`),
    ", ",
  );
  const name = objects[0]?.metadata.name ?? "";
  return new Failure(
    "usage",
    say`error: ${words(pluralOf(resource))} "${name}" found in ${objects.length} namespaces of the input (${namespaces}): specify one with -n`,
  );
}

/** A name without a type that objects of several kinds have. */
export function severalBear(name: string, resources: readonly Resource[]): Failure {
  const each = join(
    resources.map((resource) => say`${words(kindOf(resource).singular)}/${name}`),
    ", ",
  );
  return new Failure("usage", say`error: several objects are named "${name}": specify one of ${each}`);
}

/** The object that was asked about, or the list it should be in, could not be read. */
export function unreadable(reading: Reading & { readonly read: false }, source: Source): Failure {
  const plural = words(qualified(reading.resource));
  switch (reading.reason) {
    case "Forbidden":
      return new Failure("unreadable", say`Error from server (Forbidden): ${detail(reading)}`);
    case "NotServed":
      return new Failure("not-found", say`error: the server doesn't have a resource type "${plural}"`);
    case "Unavailable":
      return new Failure("unreadable", say`error: could not read ${plural}: ${detail(reading)}`);
    case "NotCollected":
      return new Failure(
        "unreadable",
        say`error: the input (${source.start().source}) ${whatIsNotInInput(reading)}`,
      );
  }
}

function whatIsNotInInput({ resource, scope }: Reading): Phrase {
  if (scope.of === "object") {
    return say`does not contain ${words(kindOf(resource).singular)} "${scope.name}"`;
  }
  return say`contains no ${words(pluralOf(resource))}`;
}

function detail({ detail: said, resource }: Reading & { readonly read: false }): Phrase {
  return said === undefined ? say`${words(qualified(resource))}` : say`${said}`;
}

/** `volumesnapshots.snapshot.storage.k8s.io`; without a group for the core kinds. */
function qualified(resource: Resource): string {
  const group = groupOf(apiVersionOf(resource));
  return group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
}
