import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface Options {
  readonly scenes: readonly string[];
  readonly pods: readonly number[];
  readonly rounds: number;
  readonly only: readonly string[];
  /** Other builds of pvguard: a name, and the path of its main.mjs. */
  readonly programs: readonly (readonly [name: string, path: string])[];
}

const help = `Usage: npm run bench -- [--pods 1000,10000] [--rounds 5] [--only curl,audit] [--program NAME=dist/main.mjs]…

  --scenes    of audit, why and start-up (audit)
  --pods      sizes of the clusters, by their pods (1000)
  --rounds    how often each command is run (5)
  --only      of curl, curl-protobuf, audit, audit-gzip, audit-json and kubectl (curl,audit,kubectl; without kubectl
              from 100000 pods on, for which it needs more than 20 GB)
  --program   another build of pvguard, to compare with
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
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return "help";
  }
  const pods = values.pods.split(",").map(Number);
  const usual = Math.max(...pods) >= 100_000 ? "curl,audit" : "curl,audit,kubectl";
  return {
    scenes: values.scenes.split(","),
    pods,
    rounds: Number(values.rounds),
    only: (values.only ?? usual).split(","),
    programs: values.program.map((text) => {
      const [name = "", path = ""] = text.split("=");
      return [name, resolve(path)];
    }),
  };
}
