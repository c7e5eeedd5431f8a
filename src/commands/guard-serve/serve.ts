import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, nameOf, say, timestamp, words } from "../../kubernetes/index.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { config, verbosity } from "../flags/index.ts";
import { printLine } from "../print.ts";
import { addressOf } from "../serve/flags.ts";
import type { Output, PageAnswer, PostRequest, Surroundings } from "../surroundings.ts";
import { responseTo, reviewWith } from "./answer.ts";
import type { Settings } from "./flags.ts";
import { certFile, clientCaFile, keyFile, settingsOf } from "./flags.ts";
import type { Judgement } from "./judge.ts";
import { judged } from "./judge.ts";
import type { Review } from "./review.ts";
import { reviewIn } from "./review.ts";
import { windows } from "./windows.ts";

/** What reads and answers, and nothing that writes to a cluster or to a disk. */
type GuardSurroundings = Pick<
  Surroundings,
  "err" | "interrupted" | "listenSecurely" | "now" | "open" | "pause" | "rest" | "unhurried"
>;

/** So many deletions are judged at once, and so many more wait. The API server gets no answer about the others. */
const mostAtOnce = 8;
const mostWaiting = 56;

/** Answers the API server until it is interrupted. */
export async function guardOn(flags: FlagValues, surroundings: GuardSurroundings): Promise<ExitCode> {
  const { err, interrupted, now, rest } = surroundings;
  const settings = settingsOf(flags);
  const tls = filesIn(flags);
  if (flags.isGiven(config.namespace))
    throw usageError(
      "guard serve judges what it is asked about: limit the namespaces in the webhook configuration, and remove --namespace",
    );
  const address = addressOf(flags);
  const isQuiet = flags.isGiven(verbosity) && flags.number(verbosity) === 0;
  const tell = (line: Phrase) => printLine(err, say`${timestamp(now())} ${line}`);
  const silent: Output = { ...err, write: () => {} };
  // Sends nothing: a kubeconfig that cannot be used is no outage.
  (await surroundings.open(flags, undefined, "a few", silent)).close();
  const reading = windows({
    open: () => surroundings.open(flags, undefined, "a few", silent),
    now,
    maxAge: settings.maxAge,
  });
  const turns = inTurns(mostAtOnce, mostWaiting);

  async function judgementOn(review: Review): Promise<Judgement> {
    const late: Judgement = { is: "unknown", because: words("it took too long") };
    let waits: "for its turn" | "no longer" = "for its turn";
    // Who was answered while others had their turns would only keep more of them waiting.
    const answer = turns(async () =>
      waits === "no longer" ? late : await judged(review, settings, reading, { now, rest, flags }),
    );
    const answered = answer.catch((problem: unknown): Judgement => {
      const { error } = endedEarly(problem);
      return { is: "unknown", because: error.message };
    });
    const timedOut = surroundings.pause(settings.timeout).then(() => {
      waits = "no longer";
      return late;
    });
    return await Promise.race([answered, timedOut]);
  }

  async function validated({ body }: PostRequest): Promise<PageAnswer> {
    const review = reviewIn(body);
    if (review === undefined) return plain(400, "an AdmissionReview of admission.k8s.io/v1 is needed");
    const began = now();
    const judgement = await judgementOn(review);
    if (!isQuiet && judgement.is !== "passed") tell(noted(review, judgement, settings, now() - began));
    return {
      status: 200,
      headers: { "Content-Type": "application/json" },
      body: Buffer.from(reviewWith(responseTo(review, judgement, settings))),
    };
  }

  return await surroundings.unhurried(async () => {
    const listening = await surroundings.listenSecurely({ address, ...tls, tell }, async (asked) =>
      asked.path === "/validate" ? await validated(asked) : plain(404, "not found"),
    );
    if (!isQuiet) tell(say`guarding on ${listening.url}validate (${words(settings.mode)})`);
    if (!interrupted.aborted)
      await new Promise<void>((settle) => {
        interrupted.addEventListener("abort", () => settle());
      });
    await listening.close();
    reading.close();
    return 0 as const;
  });
}

function filesIn(flags: FlagValues) {
  const [cert = "", key = "", clientCa = ""] = [certFile, keyFile, clientCaFile].map(
    (flag) => flags.text(flag) ?? "",
  );
  if (cert === "" || key === "")
    throw usageError(
      "the API server calls webhooks over TLS: --tls-cert-file and --tls-private-key-file are needed",
    );
  return { certFile: cert, keyFile: key, ...(clientCa === "" ? {} : { clientCaFile: clientCa }) };
}

/** A line of the log. Who asked is in the audit log of the API server. */
function noted(
  { object, user }: Review,
  judgement: Exclude<Judgement, { is: "passed" }>,
  settings: Settings,
  took: number,
): Phrase {
  const isDenied = settings.mode === "deny" && (judgement.is === "loss" || settings.whenUnknown === "deny");
  const done = words(isDenied ? "refused" : "warned of");
  const because = judgement.is === "loss" ? judgement.deleted.because : judgement.because;
  return say`${done} the deletion of ${nameOf(object)} by ${user.username} after ${words(`${took}ms`)}: ${because}`;
}

/** Only so many at once; refuses what would have to wait too long. */
function inTurns(most: number, waitingMost: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) {
      if (waiting.length >= waitingMost) throw new Error("too many requests at once");
      await new Promise<void>((settle) => waiting.push(settle));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function plain(status: number, line: string): PageAnswer {
  return {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: Buffer.from(`${flatten(words(line), (data) => data)}\n`),
  };
}
