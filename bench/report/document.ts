import type { Node } from "../runner/node.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { AuditResult } from "../scenes/audit.ts";
import { podsANamespace } from "../scenes/why.ts";
import { askedTold } from "./asked.ts";
import { machineTold } from "./machine.ts";
import { growthTold, ratiosTold } from "./ratios.ts";
import { table } from "./table.ts";

interface Results {
  readonly rounds: number;
  readonly audits: readonly AuditResult[];
  readonly why: readonly Outcome[];
  readonly startUp: readonly Outcome[];
  /** Other than the one that everything is run by. */
  readonly nodes: readonly Node[];
}

/** docs/performance.md. */
export function document({ rounds, audits, why, startUp, nodes }: Results): string {
  const details = audits.map(
    ({ pods, outcomes }) => `### ${pods.toLocaleString("en")} pods\n\n${table(outcomes)}`,
  );
  const ids = new Set(audits.flatMap(({ outcomes }) => outcomes.map(({ variant }) => variant.id)));
  return `# How fast pvguard is

\`npm run bench -- --write\` has measured this and written this page: on ${machineTold()}. Other machines have other
seconds. Ratios between programs that compute are much the same there. Those to curl are not, which leaves nearly all of its work to the
kernel and to the processor's AES: one and the same build has taken 2.5 and 4.1 times as long as curl for 100,000 pods on two machines.

## An audit of a whole cluster

${ratiosTold(audits)}
${growthTold(audits)}
${details.join("\n")}
Medians of ${rounds} rounds with the least and the greatest (of kubectl from 30,000 pods on: of 3). Ratios are to the first
line. Each is a whole process from its start to its end, and the time, the CPU and the peak memory are those that the
operating system accounts for it.

## What is asked of the server

${askedTold(audits)}
curl and kubectl read four lists, pods, claims, volumes and attachments. An audit reads 20 kinds, and then each object
that it reports once more.

## One claim

Why a claim does not go that was deleted under a running pod, in a namespace with ${podsANamespace} pods, beside \`kubectl
get\` of that claim. From npm, Node.js is started without the flag that krew's archive has (ADR 18):

${table(why)}
## Start-up

${table(startUp)}
## How it is measured

- **The cluster is made up**, from a seed. Of N pods half belong to StatefulSets with a claim each, 40 % to Deployments, 10 %
  to Jobs that have run; there are N/2 claims and volumes, their attachments, N/30 nodes, N/60 namespaces, and all the
  workloads, classes, drivers and leases around them. A pod takes about 8.7 KB as JSON; about 40 % of that are managed fields.
- **What is wrong with it is known.** One claim in 40 is in some trouble, of twelve kinds. Every audit that is measured must
  find just that, or the run fails. Objects are in both encodings what the API server would send: the bytes of pods, claims,
  volumes, attachments and nodes are those that Kubernetes' own code makes of them.
- **The server** is a small program in Go that sends stored pages, over TLS 1.3 and HTTP/1.1, without compression. It is
  faster than any client here, and than any API server: with a slower one, the differences between clients get smaller.
- **curl** downloads every page of the four lists as JSON to /dev/null: one process, one connection, one page after the
  other, with continue tokens that it knows beforehand. Nobody who has to read the answer can be much faster.
- **kubectl** is \`kubectl get pods,persistentvolumeclaims,persistentvolumes,volumeattachments -A -o json\`, with its discovery
  cache warm. From 100,000 pods on it is left out: it would need more than 20 GB of memory.
${told(ids, "popeye", "- **popeye** looks at claims and volumes alone: `popeye -s pvc,pv -A -o json`.")}- **The audit** is \`kubectl-pvguard audit -o json\` with all rules that are asked by default, on all that they ask for. Its
  compiled code is kept from the round before (ADR 13). It is started as krew installs it, by a shell (ADR 18). From some 15,000 pods on it has a second thread, which reads the pods (ADR 17).
${told(ids, "audit-gzip", "- **gzip**: the server packs answers of more than 128 KiB at level 1, as the API server does, but beforehand.")}${told(ids, "audit-json", "- **All in JSON**: the server has no protobuf.")}${nodes.map(({ title }) => `- **${title}**: the same build, run by that version.\n`).join("")}- **In turns**: all commands once, then all once more, so that what else the machine does meets all of them alike. One
  round before them warms the caches and does not count.

Not measured here: the way to a cluster that is far away, and the work of a real API server.

The counts in the table of requests are tested with every change (\`test/bench\`); times are not.
`;
}

/** A line about a command, if it was measured. */
function told(ids: ReadonlySet<string>, id: string, line: string): string {
  return ids.has(id) ? `${line}\n` : "";
}
