import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Node } from "./node.ts";
import { otherNode } from "./node.ts";

export interface Options {
  readonly scenes: readonly string[];
  readonly pods: readonly number[];
  readonly rounds: number;
  /** How long the server waits before each answer, as Go writes a duration. */
  readonly wait: string;
  /** Where the report goes. */
  readonly report: "printed" | "written";
  readonly only: readonly string[];
  /** Other builds of pvguard: a name, and the path of its main.cjs or of an executable. */
  readonly programs: readonly (readonly [name: string, path: string])[];
  /** Other versions of Node.js that pvguard is run by too. */
  readonly nodes: readonly Node[];
}

const usual = "curl,audit,kubectl";
const all = `${usual},popeye,curl-protobuf,audit-gzip,audit-json`;

const help = `Usage: npm run bench -- [--pods 1000,10000] [--rounds 5] [--only curl,audit] [--program NAME=dist/main.cjs]…
                        [--node PATH]…

  --scenes    of audit, trouble, why and start-up (audit)
  --pods      sizes of the clusters, by their pods (1000)
  --rounds    how often each command is run (5)
  --only      of curl, curl-protobuf, audit, audit-gzip, audit-json, kubectl and popeye (all with --write, else
              curl,audit,kubectl); kubectl only below 100000 pods, as more would take it over 20 GB
  --wait      how long the server waits before each answer, such as 20ms (0s)
  --program   another build of pvguard, to compare with: its main.cjs, or an executable
  --node      another Node.js, by its path: what pvguard does is measured under it too
  --write     measure all scenes with 1000, 10000, 30000 and 100000 pods, and write docs/performance.md
`;

export function options(argv: readonly string[]): Options | "help" {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      scenes: { type: "string", default: "audit" },
      pods: { type: "string", default: "1000" },
      rounds: { type: "string", default: "5" },
      only: { type: "string" },
      program: { type: "string", multiple: true, default: [] },
      node: { type: "string", multiple: true, default: [] },
      wait: { type: "string", default: "0s" },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return "help";
  }
  return {
    scenes: values.write ? ["start-up", "why", "audit", "trouble"] : values.scenes.split(","),
    pods: values.write ? [1000, 10_000, 30_000, 100_000] : values.pods.split(",").map(Number),
    rounds: Number(values.rounds),
    wait: values.wait,
    report: values.write ? "written" : "printed",
    only: (values.only ?? (values.write ? all : usual)).split(","),
    programs: values.program.map((text) => {
      const [name = "", path = ""] = text.split("=");
      return [name, resolve(path)];
    }),
    nodes: values.node.map(otherNode),
  };
}
