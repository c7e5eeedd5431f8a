import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, nameOf, say, words } from "../../kubernetes/index.ts";
import type { GuardAnswer } from "../../render/index.ts";
import { contentTypes, expositionFor, guardMetrics } from "../../render/index.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly, usageError } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { config, verbosity } from "../flags/index.ts";
import { logTo } from "../print.ts";
import { addressOf } from "../serve/flags.ts";
import type { Output, PageAnswer, SecureRequest, Surroundings } from "../surroundings.ts";
import { responseTo, reviewWith } from "./answer.ts";
import { certFile, clientCaFile, keyFile, settingsOf } from "./flags.ts";
import type { Judged, Judgement } from "./judge.ts";
import { judged } from "./judge.ts";
import type { Review } from "./review.ts";
import { reviewIn } from "./review.ts";
import { tally } from "./tally.ts";
import { inTurns } from "./turns.ts";
import { windows } from "./windows.ts";

/** What reads and answers, and nothing that writes to a cluster or to a disk. */
type GuardSurroundings = Pick<
  Surroundings,
  "about" | "err" | "interrupted" | "listenSecurely" | "now" | "open" | "pause" | "rest" | "unhurried"
>;

/** So many deletions are judged at once, and so many more wait. The API server gets no answer about the others. */
const mostAtOnce = 8;
const mostWaiting = 56;

const late: Judged = { judgement: { is: "unknown", because: words("it took too long") } };

/** Answers the API server until it is interrupted. */
export async function guardOn(flags: FlagValues, surroundings: GuardSurroundings): Promise<ExitCode> {
  const { about, err, interrupted, now, rest } = surroundings;
  const settings = settingsOf(flags);
  const tls = filesIn(flags);
  if (flags.isGiven(config.namespace))
    throw usageError(
      "guard serve judges what it is asked about: limit the namespaces in the webhook configuration, and remove --namespace",
    );
  const address = addressOf(flags);
  const isQuiet = flags.isGiven(verbosity) && flags.number(verbosity) === 0;
  const tell = logTo(surroundings);
  const silent: Output = { ...err, write: () => {} };
  // Sends nothing: a kubeconfig that cannot be used is no outage.
  (await surroundings.open(flags, undefined, "a few", silent)).close();
  const reading = windows({
    open: () => surroundings.open(flags, undefined, "a few", silent),
    now,
    maxAge: settings.maxAge,
  });
  const turns = inTurns(mostAtOnce, mostWaiting);
  const counts = tally();

  async function judgementOn(review: Review): Promise<Judged> {
    let waits: "for its turn" | "no longer" = "for its turn";
    // Who was answered while others had their turns would only keep more of them waiting.
    const answer = turns.take(async () => {
      const restOrEnd = async () => {
        await rest();
        if (waits === "no longer") throw new Error("it took too long");
      };
      if (waits === "no longer") return late;
      return await judged(review, settings, reading, { now, rest: restOrEnd, flags });
    });
    const answered = answer.catch((problem: unknown): Judged => {
      const { error } = endedEarly(problem);
      return { judgement: { is: "unknown", because: error.message } };
    });
    const timedOut = surroundings.pause(settings.timeout).then(() => {
      waits = "no longer";
      return late;
    });
    return await Promise.race([answered, timedOut]);
  }

  async function validated(body: string): Promise<PageAnswer> {
    const review = reviewIn(body);
    if (review === undefined) return plain(400, "an AdmissionReview of admission.k8s.io/v1 is needed");
    const began = now();
    const judged = await judgementOn(review);
    const { judgement, readSince } = judged;
    const response = responseTo(review, judgement, settings);
    const answer = !response.allowed ? "refused" : response.warnings === undefined ? "passed" : "warned";
    const took = now() - began;
    counts.count({
      answer,
      judgement: judged === late ? "late" : judgement.is,
      took,
      age: readSince === undefined ? undefined : now() - readSince,
    });
    if (!isQuiet && judgement.is !== "passed") tell(noted(review, judgement, answer, took));
    return {
      status: 200,
      headers: { "Content-Type": "application/json" },
      body: Buffer.from(reviewWith(response)),
    };
  }

  function metrics(accepts: (type: string) => boolean): PageAnswer {
    const form = expositionFor(accepts);
    const open = { judged: turns.running(), waiting: turns.waiting() };
    const text = guardMetrics({ ...counts.facts(), open, version: about.version }, form);
    return { status: 200, headers: { "Content-Type": contentTypes[form] }, body: Buffer.from(text) };
  }

  async function answered(asked: SecureRequest): Promise<PageAnswer> {
    switch (asked.path) {
      case "/validate":
        return asked.is === "posted"
          ? await validated(asked.body)
          : plain(405, "only POST is allowed", { Allow: "POST" });
      case "/metrics":
        return asked.is === "page"
          ? metrics(asked.accepts)
          : plain(405, "only GET is allowed", { Allow: "GET" });
      default:
        return plain(404, "not found");
    }
  }

  return await surroundings.unhurried(async () => {
    const listening = await surroundings.listenSecurely({ address, ...tls, tell }, answered);
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
  answer: GuardAnswer["answer"],
  took: number,
): Phrase {
  const done = words(answer === "refused" ? "refused" : "warned of");
  const because = judgement.is === "loss" ? judgement.deleted.because : judgement.because;
  return say`${done} the deletion of ${nameOf(object)} by ${user.username} after ${words(`${took}ms`)}: ${because}`;
}

function plain(status: number, line: string, headers: PageAnswer["headers"] = {}): PageAnswer {
  return {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
    body: Buffer.from(`${flatten(words(line), (data) => data)}\n`),
  };
}
