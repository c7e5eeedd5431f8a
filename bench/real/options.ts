import { parseArgs } from "node:util";

export interface Options {
  readonly pods: number;
  readonly rounds: number;
  readonly only: readonly string[];
}

export const help = `Usage: npm run bench:real -- [--pods 20000] [--rounds 3] [--only audit,kubectl]

  --pods      size of the cluster, by its pods (20000)
  --rounds    how often each command is run (3)
  --only      of audit, kubectl and popeye (all three)

It starts an API server and etcd of Kubernetes. The first time they are compiled, which takes minutes.
`;

/** `undefined` where only the help is wanted. */
export function options(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      pods: { type: "string", default: "20000" },
      rounds: { type: "string", default: "3" },
      only: { type: "string", default: "audit,kubectl,popeye" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return undefined;
  return { pods: Number(values.pods), rounds: Number(values.rounds), only: values.only.split(",") };
}
