import type { Sample } from "./audit/prometheus.ts";
import { metric } from "./audit/prometheus.ts";

/** The forms in which a client asks for metrics. */
export type Exposition = "prometheus" | "openmetrics";

const openMetricsType = "application/openmetrics-text";

/** @param accepts whether the client asks for a type by its name */
export function expositionFor(accepts: (type: string) => boolean): Exposition {
  return accepts(openMetricsType) ? "openmetrics" : "prometheus";
}

export const contentTypes: Readonly<Record<Exposition, string>> = {
  prometheus: "text/plain; version=0.0.4; charset=utf-8",
  openmetrics: `${openMetricsType}; version=1.0.0; charset=utf-8`,
};

/** How often something took how long, or was how old. */
export interface Distribution {
  /** How many were at most that, in seconds: each also counts those before it. In ascending order. */
  readonly atMost: readonly { readonly seconds: number; readonly count: number }[];
  readonly sum: number;
  readonly count: number;
}

/**
 * The families of metrics that differ between the two forms. OpenMetrics names a counter and an info without the end of
 * their samples' names, and has an end: https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export function exposing(form: Exposition) {
  const family = (name: string, type: "counter" | "info") =>
    form === "openmetrics"
      ? { name: name.replace(/_(?:total|info)$/, ""), type }
      : { name, type: type === "info" ? "gauge" : type };
  return {
    counter: (name: string, help: string, samples: readonly Sample[]) =>
      metric(name, help, samples, family(name, "counter")),
    build: (version: string) =>
      metric(
        "pvguard_build_info",
        "The version of pvguard.",
        [{ labels: { version }, value: 1 }],
        family("pvguard_build_info", "info"),
      ),
    histogram,
    end: form === "openmetrics" ? "# EOF\n" : "",
  };
}

export function one(value: number): Sample {
  return { labels: {}, value };
}

function histogram(name: string, help: string, { atMost, sum, count }: Distribution): string {
  const buckets = [...atMost.map((each) => ({ ...each, le: floated(each.seconds) })), { le: "+Inf", count }];
  const lines = [
    ...buckets.map((each) => `${name}_bucket{le="${each.le}"} ${each.count}`),
    `${name}_sum ${sum}`,
    `${name}_count ${count}`,
  ];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ""].join("\n");
}

/** As OpenMetrics wants the bound of a bucket, so that both forms make the same series. */
function floated(bound: number): string {
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}
