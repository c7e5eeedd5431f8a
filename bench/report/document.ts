import type { Node } from "../runner/node.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { AuditResult } from "../scenes/audit.ts";
import { troubleDistance } from "../scenes/audit.ts";
import { podsANamespace } from "../scenes/why.ts";
import { askedTold } from "./asked.ts";
import { machineTold } from "./machine.ts";
import { growthTold, ratiosTold } from "./ratios.ts";
import { table } from "./table.ts";

interface Results {
  readonly rounds: number;
  readonly audits: readonly AuditResult[];
  /** The same, of clusters in much trouble. */
  readonly troubles: readonly AuditResult[];
  readonly why: readonly Outcome[];
  readonly startUp: readonly Outcome[];
  /** Other than the one that everything is run by. */
  readonly nodes: readonly Node[];
  /** What another benchmark wrote into the page; nothing if it has not. */
  readonly growth: string;
}

/** docs/performance.md. */
export function document({ rounds, audits, troubles, why, startUp, nodes, growth }: Results): string {
  const details = audits.map(
    ({ pods, outcomes }) => `### ${pods.toLocaleString("en")} pods\n\n${table(outcomes)}`,
  );
  const ids = new Set(audits.flatMap(({ outcomes }) => outcomes.map(({ variant }) => variant.id)));
  return `# How fast pvguard is

\`npm run bench -- --write\` measured this and wrote this page. The machine: ${machineTold()}.

On other machines the times differ. The ratios between programs that compute are similar there. The ratios to curl are not:
curl leaves nearly all of its work to the kernel and to the processor's AES. For 100,000 pods, the same build took 2.5 times
as long as curl on one machine, and 4.1 times as long on another.

## An audit of a whole cluster

${ratiosTold(audits)}
${growthTold(audits)}
${details.join("\n")}
Medians of ${rounds} rounds, with the smallest and the largest value (for kubectl from 30,000 pods on: of 3 rounds). Ratios are to
the first line. Each value is for a whole process from its start to its end. The operating system reports the time, the CPU
and the peak memory of the process.

## A cluster in much trouble

In these clusters, one claim in ${troubleDistance} has a problem. There is no more to read than before, but much more to explain:

${troubles.map(({ pods, outcomes }) => `### ${pods.toLocaleString("en")} pods, much trouble\n\n${table(outcomes)}`).join("\n")}
## Requests to the server

${askedTold(audits)}
curl and kubectl read four lists: pods, claims, volumes and attachments. An audit reads 20 kinds. Then it reads each object
that it reports again.

## One claim

A claim was deleted while a pod runs with it. \`why\` explains this, in a namespace with ${podsANamespace} pods. The first line is
\`kubectl get\` of the claim:

${table(why)}
## Start-up

${table(startUp)}
${growth}## How it is measured

- **The cluster is generated** from a seed. Of N pods, half belong to StatefulSets with a claim each, 40 % to Deployments, and
  10 % to Jobs that have finished. There are N/2 claims and volumes, their attachments, N/30 nodes and N/60 namespaces. All
  related workloads, classes, drivers and leases exist too. A pod takes about 8.7 KB as JSON. About 40 % of that are managed
  fields.
- **The problems in it are known.** One claim in 40 has a problem, of twelve kinds. Every measured audit must find exactly
  these problems, or the run fails.
- **The objects** are what the API server would send, in both encodings. Kubernetes' own code encodes the pods, claims,
  volumes, attachments and nodes.
- **The server** is a small program in Go that sends stored pages, over TLS 1.3 and HTTP/1.1, without compression. It is
  faster than any client here, and than any API server. With a slower server, the differences between clients are smaller.
- **curl** downloads every page of the four lists as JSON to /dev/null: one process, one connection, one page after the
  other. It knows the continue tokens beforehand. A client that has to read the answer cannot be much faster.
- **kubectl** is \`kubectl get pods,persistentvolumeclaims,persistentvolumes,volumeattachments -A -o json\`, with a warm
  discovery cache. It is not measured from 100,000 pods on: it would need more than 20 GB of memory.
${told(ids, "popeye", "- **popeye** checks only claims and volumes: `popeye -s pvc,pv -A -o json`.")}- **The audit** is \`kubectl-pvguard audit -o json\` with all default rules, on all objects that they check, as
  npm installs it. Node.js 22 and later keep its compiled code from the round before.
${told(ids, "audit-gzip", "- **gzip**: the server compresses answers of more than 128 KiB at level 1, as the API server does, but beforehand.")}${told(ids, "audit-json", "- **All in JSON**: the server has no protobuf.")}${nodes.map(({ title }) => `- **${title}**: the same build, run with this version.\n`).join("")}- **In turns**: the benchmark runs all commands once, then all again. So other load on the machine affects all of them
  equally. A first round warms the caches and does not count.

Not measured here: the network to a remote cluster, and the work of a real API server.

The counts in the table of requests are tested with every change (\`test/bench\`). The times are not.
`;
}

/** A line about a command, if it was measured. */
function told(ids: ReadonlySet<string>, id: string, line: string): string {
  return ids.has(id) ? `${line}\n` : "";
}
