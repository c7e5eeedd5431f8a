import type { Phrase } from "../../kubernetes/index.ts";
import { say, words } from "../../kubernetes/index.ts";
import type { Connection, Credential } from "../kubeconfig/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import { agents } from "./agents.ts";
import type { Answer } from "./answer.ts";
import { answerOf, dateOf, readWarnings } from "./answer.ts";
import type { Line, Received } from "./ask.ts";
import { ask, compression, loggedIn } from "./ask.ts";
import type { Parcel } from "./exchange.ts";
import { expiredSince, failureOf } from "./failure.ts";
import type { Format } from "./json-body.ts";
import { json } from "./json-body.ts";
import type { Turn } from "./limiter.ts";
import { limiter, room } from "./limiter.ts";
import { requestLog } from "./request-log.ts";
import { nextTry, tryOf } from "./retry.ts";
import type { LiveSurroundings } from "./surroundings.ts";
import { defaultLimits } from "./surroundings.ts";
import type { BeginReader } from "./whole-body.ts";

/** Names and values of a query string. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** How an answer is to be read, and when its turn is. */
interface GetOptions {
  readonly format?: Format;
  /** Sees the begin of the body while the rest is still coming; once for each try. */
  readonly begin?: BeginReader;
  readonly turn?: Turn;
}

/** Reads from one API server. There is nothing here to write with. */
export interface Client {
  readonly line: Line;
  get(path: string, query?: Query, options?: GetOptions): Promise<Answer>;
  /** The body as it came, for one object that must be kept whole. */
  raw(path: string): Promise<Received>;
  urlOf(path: string, query?: Query): URL;
  /** Texts of `Warning` headers, each once. */
  readonly warnings: ReadonlySet<string>;
  /** How far the server's clock is ahead of ours, in milliseconds, once it has said. */
  clockAhead(): number | undefined;
  close(): void;
}

export function client(connection: Connection, surroundings: LiveSurroundings): Client {
  const limits = { ...defaultLimits, ...surroundings.limits };
  const timeLimit = connection.requestTimeout;
  const paced = timeLimit === undefined ? limits : { ...limits, request: timeLimit, headers: timeLimit };
  const line: Line = {
    connection,
    agents: agents(connection, surroundings, paced),
    surroundings,
    limits: paced,
    room: room(limits.unpacking),
    log: requestLog(surroundings),
    compression: compression(connection.compression),
    reader: { is: surroundings.reader ?? "raw", odd: 0 },
  };
  const { href: address, pathname } = connection.server;
  const prefix = pathname.replace(/\/+$/, "");
  const turns = limiter(limits.inFlight);
  const warnings = new Set<string>();
  let ahead: number | undefined;

  function note({ headers }: Received): void {
    for (const text of readWarnings(headers.warning)) warnings.add(text);
    const date = ahead === undefined ? dateOf(headers.date) : undefined;
    if (date !== undefined) ahead = difference(date, surroundings.now());
  }

  async function receive(url: URL, parcel: Parcel, turn: Turn = "last"): Promise<Received> {
    const { signal } = surroundings;
    let waited = 0;
    for (let tried = 1; ; tried++) {
      const attempt = (credential: Credential) => ask(line, { url, credential, parcel, signal });
      const asked = turns.run(() => loggedIn(connection, attempt, isRefused), turn);
      const outcome = await asked.catch((problem: unknown) => ({ problem }));
      if (!("problem" in outcome)) note(outcome);
      if (!("problem" in outcome) && outcome.status === 429) turns.halve();
      const next = nextTry(tryOf(outcome), { tried, waited }, limits, surroundings.random);
      switch (next.next) {
        case "stop":
          if (!("problem" in outcome)) {
            if (isRefused(outcome)) throw await unauthorized(outcome, line);
            return outcome;
          }
          throw await withExpiry(logged(url, outcome.problem), line);
        case "too-long":
          throw logged(url, tooLongToWait(next.milliseconds));
        case "wait":
          waited += next.milliseconds;
          if (next.milliseconds > 2000) surroundings.notice(waiting(outcome, next.milliseconds));
          await surroundings.sleep(next.milliseconds, signal);
      }
    }
  }

  function logged(url: URL, problem: unknown): AccessError {
    const failure = failureOf(problem, connection, surroundings.now());
    line.log.failed("GET", url, failure.phrase);
    return failure;
  }

  function urlOf(path: string, query?: Query): URL {
    const url = new URL(address);
    url.pathname = `${prefix}${path}`;
    if (query !== undefined) url.search = searchOf(query);
    return url;
  }

  return {
    line,
    warnings,
    urlOf,
    clockAhead: () => ahead,
    close: () => line.agents.close(),
    raw: (path) => receive(urlOf(path), { method: "GET" }),
    async get(path, query, { format = json, begin, turn } = {}) {
      const url = urlOf(path, query);
      const received = await receive(url, { method: "GET", accept: format.accept, begin }, turn);
      try {
        return answerOf(received, line, format);
      } catch (problem) {
        throw logged(url, problem);
      }
    },
  };
}

function isRefused({ status }: Received): boolean {
  return status === 401;
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.toString();
}

/** The header has whole seconds, and the answer was under way for a while: a small difference is none. */
function difference(theirs: number, ours: number): number {
  return Math.abs(theirs - ours) < 2000 ? 0 : theirs - ours;
}

function tooLongToWait(milliseconds: number): AccessError {
  const seconds = Math.round(milliseconds / 1000);
  return new AccessError("throttled", say`error: the server asks to retry only after ${seconds} seconds`);
}

function waiting(outcome: object, milliseconds: number) {
  const seconds = Math.round(milliseconds / 1000);
  return "problem" in outcome
    ? say`The connection was lost. Retrying in ${seconds} seconds.`
    : say`Throttled by the API server. Retrying in ${seconds} seconds.`;
}

async function unauthorized(received: Received, line: Line): Promise<AccessError> {
  const message = answerOf(received, line).failure?.message;
  return new AccessError(
    "unauthorized",
    say`error: You must be logged in to the server (${message || words("Unauthorized")})`,
    await expiry(line),
  );
}

/** The same failure with the likely reason: a server can hang up on a client certificate without saying why. */
async function withExpiry(failure: AccessError, line: Line): Promise<AccessError> {
  if (failure.kind !== "unauthorized" && failure.kind !== "broken") return failure;
  return new AccessError(failure.kind, failure.phrase, (await expiry(line)) ?? failure.hint);
}

async function expiry({ connection, surroundings }: Line): Promise<Phrase | undefined> {
  const { certificate } = await connection.credentials.current();
  if (certificate === undefined) return undefined;
  const since = expiredSince(certificate.certificate, surroundings.now());
  if (since === undefined) return undefined;
  return say`The client certificate of user ${connection.user ?? ""} expired at ${new Date(since).toISOString()}.`;
}
