import { runBy } from "../runner/node.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { Stage } from "../runner/stage.ts";
import { measureAlone } from "../runner/stage.ts";

/** How long it takes until a program has begun, and ended. */
export async function startUpScene(stage: Stage, rounds: number): Promise<readonly Outcome[]> {
  const prints = "nothing" as const;
  const programs = [
    { id: "node", name: "node -e 0", argv: ["node", "-e", "0"], prints },
    { id: "version", name: "pvguard --version", argv: [stage.main, "--version"], prints },
    { id: "help", name: "pvguard --help", argv: [stage.main, "--help"], prints },
  ];
  const others = stage.others.map(([name, path]) => ({
    id: "version",
    name: `${name} --version`,
    argv: [path, "--version"],
    prints,
  }));
  return await measureAlone(stage, rounds, [
    ...stage.nodes.flatMap((node) => programs.map((program) => runBy(node, program))),
    ...others,
    {
      id: "kubectl-version",
      name: "kubectl version --client",
      argv: ["kubectl", "version", "--client"],
      prints,
    },
  ]);
}
