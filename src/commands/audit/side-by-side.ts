import { AccessError } from "../../connection/kubeconfig/access-error.ts";
import type { Phrase } from "../../kubernetes/index.ts";
import { join, say, timestamp } from "../../kubernetes/index.ts";
import { whole } from "../../render/escape.ts";
import { grouped } from "../../render/group.ts";
import type { AuditReport, AuditReportList, ClusterAudit } from "../../report/index.ts";
import type { ExitCode } from "../failure.ts";
import { endedEarly } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { config } from "../flags/index.ts";
import { printWarnings } from "../print.ts";
import type { Source } from "../sources/source.ts";
import type { Output, Surroundings, Tell } from "../surroundings.ts";

/** How one of the clusters is audited. */
export interface EachCluster {
  readonly contexts: readonly string[];
  /** How many are read at the same time. */
  readonly parallel: number;
  /** What is asked of the cluster, where two contexts of it can ask for different things. */
  scopeOf(flags: FlagValues, source: Source): string;
  audit(flags: FlagValues, source: Source, surroundings: Surroundings): Promise<AuditReport>;
  exitCodeOf(report: AuditReport): ExitCode;
}

/** How a cluster is named. */
type Names = Pick<ClusterAudit, "context" | "server" | "uid">;

/** A cluster that has answered. */
interface Member {
  readonly names: Names;
  readonly flags: FlagValues;
  readonly source: Source;
  readonly surroundings: Surroundings;
}

interface Ended {
  readonly cluster: ClusterAudit;
  readonly exitCode: ExitCode;
}

interface Several {
  readonly list: AuditReportList;
  readonly exitCode: ExitCode;
}

/**
 * Audits the clusters of several contexts side by side. One that cannot be read does not end the others. Contexts of one cluster
 * are asked one after the other, until one of them shows all of it. First all are connected, since a person may have to log in.
 */
export async function auditSeveral(
  each: EachCluster,
  flags: FlagValues,
  surroundings: Surroundings,
  tell: Tell,
): Promise<Several> {
  const takenAt = timestamp(surroundings.now());
  const { contexts, parallel } = each;
  const left = new Set(contexts);
  const told = (ended: Ended) => {
    left.delete(ended.cluster.context);
    if (left.size > 0) tell(stillReading([...left], contexts.length));
    return ended;
  };
  tell(stillReading(contexts, contexts.length));
  const opened = await inParallel(contexts, parallel, async (context) => {
    const result = await orFailed({ context }, surroundings, () => open(context, flags, surroundings));
    return "exitCode" in result ? told(result) : result;
  });
  const failed = opened.flatMap((one) => ("exitCode" in one ? [one] : []));
  const members = opened.flatMap((one) => ("exitCode" in one ? [] : [one]));
  const clusters = grouped(members, (member) => clusterOf(member, each));
  const audited = await inParallel(clusters, parallel, (group) => auditCluster(group, each, told));
  const ended = new Map([...failed, ...audited.flat()].map((one) => [one.cluster.context, one]));
  const all = contexts.flatMap((context) => ended.get(context) ?? []);
  return {
    list: { takenAt, clusters: withSameServer(all.map(({ cluster }) => cluster)) },
    exitCode: worstOf(all.map(({ exitCode }) => exitCode)),
  };
}

/** Opens it, and reads who it is. That this may not be read does not keep it from being audited. */
async function open(context: string, flags: FlagValues, surroundings: Surroundings): Promise<Member> {
  const own = flags.with(config.context, context);
  const err = labelled(context, surroundings.err);
  const source = await surroundings.open(own, undefined, "many", err);
  try {
    const system = { resource: "v1/namespaces", namespace: undefined, name: "kube-system" } as const;
    const answer = await source.select(system);
    const uid = (answer.state === "found" && answer.objects[0]?.metadata.uid) || undefined;
    const names = { context, server: source.start().source, ...(uid === undefined ? {} : { uid }) };
    return { names, source, flags: own, surroundings: { ...surroundings, err } };
  } catch (problem) {
    source.close();
    throw problem;
  }
}

/** Equal for what is asked the same of the same cluster. */
function clusterOf({ names: { context, uid }, flags, source }: Member, { scopeOf }: EachCluster): string {
  return JSON.stringify(uid === undefined ? [context] : [uid, scopeOf(flags, source)]);
}

/** Of a cluster nothing is kept but its reports. */
async function auditCluster(
  members: readonly Member[],
  each: EachCluster,
  told: (ended: Ended) => Ended,
): Promise<readonly Ended[]> {
  const ended: Ended[] = [];
  let complete: string | undefined;
  for (const { names, flags, source, surroundings } of members) {
    const result =
      complete === undefined
        ? await orFailed(names, surroundings, () => each.audit(flags, source, surroundings))
        : repeated(names, complete);
    if (!("exitCode" in result) && isWhole(result)) complete = names.context;
    ended.push(told("exitCode" in result ? result : endOf(names, result, each)));
    printWarnings(source, surroundings);
    source.close();
  }
  const first = ended.find(({ cluster }) => cluster.state === "audited")?.cluster.context;
  return ended.map((one) => {
    const { cluster } = one;
    if (cluster.state !== "audited" || cluster.context === (complete ?? first)) return one;
    // What shows less has nothing that is not in what shows all.
    if (complete !== undefined) return repeated(namesIn(cluster), complete);
    return { ...one, cluster: { ...cluster, ...(first === undefined ? {} : { sameAs: first }) } };
  });
}

function isWhole({ only, silenced, skipped }: AuditReport): boolean {
  return only === undefined && silenced.length === 0 && skipped.length === 0;
}

function repeated(names: Names, sameAs: string): Ended {
  return { cluster: { ...names, state: "repeated", sameAs }, exitCode: 0 };
}

function namesIn({ context, server, uid }: Names): Names {
  return { context, ...(server === undefined ? {} : { server }), ...(uid === undefined ? {} : { uid }) };
}

function endOf(names: Names, report: AuditReport, { exitCodeOf }: EachCluster): Ended {
  return {
    cluster: { ...names, state: "audited", report: { ...report, context: names.context } },
    exitCode: exitCodeOf(report),
  };
}

/** Where it is not known which cluster it is, its server may say so. */
function withSameServer(clusters: readonly ClusterAudit[]): readonly ClusterAudit[] {
  return clusters.map((cluster, at) => {
    if (cluster.state !== "audited" || cluster.uid !== undefined) return cluster;
    const same = clusters.find(
      (other, place) => place !== at && other.state === "audited" && other.server === cluster.server,
    );
    return same === undefined ? cluster : { ...cluster, sameAs: same.context };
  });
}

/** An interruption ends all of it. */
async function orFailed<T>(
  names: Names,
  { interrupted }: Surroundings,
  work: () => Promise<T>,
): Promise<T | Ended> {
  try {
    return await work();
  } catch (problem) {
    const { error, exitCode } = endedEarly(problem);
    if (exitCode === 130 || interrupted.aborted) throw problem;
    const hint = problem instanceof AccessError ? problem.hint : undefined;
    const message = hint === undefined ? error.message : say`${error.message} (${hint})`;
    return { cluster: { ...names, state: "failed", error: { ...error, message } }, exitCode };
  }
}

/** Findings outweigh what could not be read, as they do for one cluster. */
function worstOf(codes: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [1, 4, 2, 3];
  return order.find((code) => codes.includes(code)) ?? 0;
}

async function inParallel<A, B>(
  items: readonly A[],
  atOnce: number,
  work: (item: A) => Promise<B>,
): Promise<readonly B[]> {
  const results: B[] = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(atOnce, items.length)) }, worker));
  return results;
}

/** Each line begins with the context that it is about. */
function labelled(context: string, output: Output): Output {
  let isLineOpen = false;
  return {
    write(text) {
      for (const line of text.split(/(?<=\n)/)) {
        output.write(isLineOpen ? line : `${whole(context)}: ${line}`);
        isLineOpen = !line.endsWith("\n");
      }
    },
    sent: () => output.sent(),
    columns: output.columns,
    isTerminal: output.isTerminal,
  };
}

const mostNamed = 4;

function stillReading(left: readonly string[], all: number): Phrase {
  const named = join(
    left.slice(0, mostNamed).map((context) => say`${context}`),
    ", ",
  );
  const rest = left.length - mostNamed;
  const done = say`Reading ${all} clusters: ${all - left.length} done, still reading ${named}`;
  return rest > 0 ? say`${done} and ${rest} more` : done;
}
