import { metric } from "./audit/prometheus.ts";
import type { Distribution, Exposition } from "./exposition.ts";
import { exposing, one } from "./exposition.ts";

/** What the API server was told, and what for. */
export interface GuardAnswer {
  readonly answer: "passed" | "warned" | "refused";
  /** `unknown`: whether data is lost is unknown. `late`: it took too long to find out. */
  readonly judgement: "passed" | "loss" | "unknown" | "late";
}

/** What `guard-serve` knows of its own work. */
export interface GuardFacts {
  readonly answers: readonly (GuardAnswer & { readonly count: number })[];
  /** From a request to its answer. */
  readonly seconds: Distribution;
  /** Of what an answer rests on, for the answers that rest on something that was read. */
  readonly age: Distribution;
  /** Requests that are judged now, and those that wait for their turn. */
  readonly open: { readonly judged: number; readonly waiting: number };
  readonly version: string;
}

export function guardMetrics({ answers, seconds, age, open, version }: GuardFacts, form: Exposition): string {
  const { counter, build, histogram, end } = exposing(form);
  return [
    counter(
      "pvguard_guard_answers_total",
      "Answers to the API server, by what was answered and what was found.",
      answers.map(({ answer, judgement, count }) => ({ labels: { answer, judgement }, value: count })),
    ),
    histogram("pvguard_guard_answer_seconds", "Time from a request to its answer.", seconds),
    histogram(
      "pvguard_guard_read_age_seconds",
      "Age of what an answer rests on, for the answers that needed a look at the cluster.",
      age,
    ),
    metric("pvguard_guard_judging", "Requests that are judged now.", [one(open.judged)]),
    metric("pvguard_guard_waiting", "Requests that wait for their turn.", [one(open.waiting)]),
    build(version),
    end,
  ].join("");
}
