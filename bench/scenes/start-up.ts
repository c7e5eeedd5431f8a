import type { Outcome } from "../runner/rounds.ts";
import { measureAlone, type Stage } from "../runner/stage.ts";

/** How long it takes until a program has begun, and ended. */
export async function startUpScene(stage: Stage, rounds: number): Promise<readonly Outcome[]> {
  const node = process.execPath;
  const prints = "nothing" as const;
  return await measureAlone(stage, rounds, [
    { id: "node", name: "node -e 0", argv: [node, "-e", "0"], prints },
    { id: "version", name: "pvguard --version", argv: [node, stage.main, "--version"], prints },
    { id: "help", name: "pvguard --help", argv: [node, stage.main, "--help"], prints },
    { id: "kubectl", name: "kubectl version --client", argv: ["kubectl", "version", "--client"], prints },
  ]);
}
