import type { Answer } from "../../connection/http/answer.ts";
import type { Client } from "../../connection/http/client.ts";
import type { Shipment } from "../../connection/http/send.ts";
import { send } from "../../connection/http/send.ts";
import { AccessError } from "../../connection/kubeconfig/index.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { inOrder, isRecord, own, recordIn, say, textIn, words } from "../../kubernetes/index.ts";
import { answerOf } from "./answer.ts";

/** An API for the results of checks, with its two kinds of objects. */
interface PolicyApi {
  readonly apiVersion: string;
  readonly namespaced: string;
  readonly cluster: string;
}

/** The APIs by the names of the formats in which `audit` prints the same objects. */
const apis = {
  policyreport: {
    apiVersion: "wgpolicyk8s.io/v1alpha2",
    namespaced: "policyreports",
    cluster: "clusterpolicyreports",
  },
  openreports: { apiVersion: "openreports.io/v1alpha1", namespaced: "reports", cluster: "clusterreports" },
} as const satisfies Readonly<Record<string, PolicyApi>>;

export type PolicyFormat = keyof typeof apis;

/** What became of the reports of one audit. */
export interface Published {
  /** Reports that say now what the audit found: written, or so already. */
  readonly current: number;
  /** Reports that could not be written or removed. */
  readonly failed: number;
  readonly written: number;
  readonly removed: number;
  /** The first thing that went wrong. */
  readonly problem: Phrase | undefined;
}

/** A report as it is sent or as the server has it. Nothing but its place and its content is looked at. */
type Report = Readonly<Record<string, unknown>>;

interface Publishing {
  readonly client: Client;
  readonly format: PolicyFormat;
  /** Ends the wait for answers. */
  readonly signal: AbortSignal;
}

const manager = "pvguard";
/** By its label and its name alone a report counts as one of ours. */
const label = "app.kubernetes.io/managed-by";
const ownName = /^pvguard(?:-[1-9]\d*)?$/;
const pageOf = 500;
/** Milliseconds that one write may take: the next audit must not wait for it. */
const within = 10_000;

/**
 * Brings the reports of the cluster to what the audit found, by server-side apply of those that differ. What only the
 * time of the audit makes different is not written again.
 *
 * A report of that name without our label is not taken over: applying it is not forced, so that the server refuses where
 * another manager owns a field. kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go
 * applyPatcher, v1.36.
 *
 * Never throws: what goes wrong is told, and the audit stands without it.
 *
 * @param stale `remove`: reports of ours that the audit has no longer are deleted; `keep`: something could not be checked
 */
export async function publishReports(
  wanted: readonly object[],
  stale: "remove" | "keep",
  publishing: Publishing,
): Promise<Published> {
  const tally = { current: 0, failed: 0, written: 0, removed: 0 };
  let problem: Phrase | undefined;
  const reports = wanted.filter(isRecord);
  const note = (outcome: Outcome, done: "written" | "removed") => {
    if (outcome.is === "done") tally[done] += 1;
    else {
      tally.failed += 1;
      problem ??= outcome.problem;
    }
    return outcome.is === "done";
  };
  const listed = await ownReports(publishing);
  if ("problem" in listed) return { ...tally, failed: reports.length, problem: listed.problem };
  const known = new Map(listed.reports.map((report) => [placeOf(report), report]));
  const left = new Set(known.keys());
  for (const report of reports) {
    if (publishing.signal.aborted) break;
    const place = placeOf(report);
    const now = known.get(place);
    left.delete(place);
    if (now !== undefined && contentOf(now) === contentOf(report)) tally.current += 1;
    else if (note(await applied(report, now === undefined ? "new" : "ours", publishing), "written"))
      tally.current += 1;
  }
  if (stale === "remove")
    for (const place of left) {
      if (publishing.signal.aborted) break;
      note(await removed(known.get(place) ?? {}, publishing), "removed");
    }
  return { ...tally, problem };
}

type Listed = { readonly reports: readonly Report[] } | { readonly problem: Phrase };

/** All reports of ours. Without the whole list it is unknown what has changed and what is stale, so nothing is written. */
async function ownReports({ client, format }: Publishing): Promise<Listed> {
  const { apiVersion, namespaced, cluster } = apis[format];
  const reports: Report[] = [];
  try {
    for (const plural of [namespaced, cluster]) {
      let token: string | undefined = "";
      while (token !== undefined) {
        const query = {
          labelSelector: `${label}=${manager}`,
          limit: pageOf,
          continue: token === "" ? undefined : token,
        };
        const answer = await client.get(`/apis/${apiVersion}/${plural}`, query);
        const items = answer.status === 200 && isRecord(answer.body) ? own(answer.body, "items") : undefined;
        if (!Array.isArray(items)) return { problem: notListed(plural, apiVersion, answer) };
        reports.push(...items.filter(isRecord).filter(isOurs));
        token =
          textIn(recordIn(isRecord(answer.body) ? answer.body : {}, "metadata"), "continue") || undefined;
      }
    }
  } catch (problem) {
    if (problem instanceof AccessError) return { problem: problem.phrase };
    throw problem;
  }
  return { reports };
}

function notListed(plural: string, apiVersion: string, answer: Answer): Phrase {
  return answer.status === 404
    ? say`the cluster does not serve ${plural} of ${apiVersion}`
    : say`could not list ${plural}: ${answer.failure?.message ?? answer.text}`;
}

function isOurs(report: Report): boolean {
  const metadata = recordIn(report, "metadata");
  return (
    textIn(recordIn(metadata, "labels"), label) === manager && ownName.test(textIn(metadata, "name") ?? "")
  );
}

/** Its namespace and its name, which differ among the reports of one API. */
function placeOf(report: Report): string {
  const metadata = recordIn(report, "metadata");
  return `${textIn(metadata, "namespace") ?? ""}/${textIn(metadata, "name") ?? ""}`;
}

/** What a report says, without the time at which it was said. The same text for the same content. */
function contentOf(report: Report): string {
  const results = own(report, "results");
  const timeless = (Array.isArray(results) ? results : []).map((result: unknown) =>
    isRecord(result) ? { ...result, timestamp: undefined } : result,
  );
  return JSON.stringify([own(report, "summary"), timeless], (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => inOrder(one, other)))
      : value,
  );
}

type Outcome = { readonly is: "done" } | { readonly is: "failed"; readonly problem: Phrase };

async function applied(report: Report, state: "new" | "ours", publishing: Publishing): Promise<Outcome> {
  const query = `fieldManager=${manager}${state === "ours" ? "&force=true" : ""}`;
  const body = new TextEncoder().encode(JSON.stringify(report));
  return await sentTo(
    report,
    { query, parcel: { method: "PATCH", contentType: "application/apply-patch+yaml", body } },
    publishing,
  );
}

/** Only if it is still the one that was listed. */
async function removed(report: Report, publishing: Publishing): Promise<Outcome> {
  const metadata = recordIn(report, "metadata");
  const preconditions = {
    uid: textIn(metadata, "uid"),
    resourceVersion: textIn(metadata, "resourceVersion"),
  };
  const body = new TextEncoder().encode(
    JSON.stringify({ apiVersion: "v1", kind: "DeleteOptions", preconditions }),
  );
  return await sentTo(
    report,
    { query: "", parcel: { method: "DELETE", contentType: "application/json", body } },
    publishing,
  );
}

async function sentTo(
  report: Report,
  shipment: Pick<Shipment, "query" | "parcel">,
  { client, format, signal }: Publishing,
): Promise<Outcome> {
  const { apiVersion, namespaced, cluster } = apis[format];
  const metadata = recordIn(report, "metadata");
  const [namespace, name = ""] = [textIn(metadata, "namespace"), textIn(metadata, "name")];
  const folder =
    namespace === undefined ? cluster : `namespaces/${encodeURIComponent(namespace)}/${namespaced}`;
  const path = `/apis/${apiVersion}/${folder}/${encodeURIComponent(name)}`;
  const sent = await send(client, { path, ...shipment, within }, signal);
  const where =
    namespace === undefined ? words("the report of the cluster") : say`the report of namespace ${namespace}`;
  if (sent.came !== "answer") return { is: "failed", problem: say`${where}: ${sent.problem.phrase}` };
  const answer = answerOf(sent.received, client.line.limits);
  return answer.is === "yes" ? { is: "done" } : { is: "failed", problem: say`${where}: ${answer.phrase}` };
}
