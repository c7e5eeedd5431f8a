/** `npm run bench -- --help`: how long an audit takes, beside what others take for less. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { growthIn } from "./growth/growth.ts";
import { document } from "./report/document.ts";
import { goalsOf } from "./report/goals.ts";
import { requestsTold } from "./report/requests.ts";
import { table } from "./report/table.ts";
import { root } from "./runner/folders.ts";
import type { Options } from "./runner/options.ts";
import { options } from "./runner/options.ts";
import type { Outcome } from "./runner/rounds.ts";
import { openStage } from "./runner/stage.ts";
import type { AuditResult } from "./scenes/audit.ts";
import { auditScene, troubleScene } from "./scenes/audit.ts";
import { startUpScene } from "./scenes/start-up.ts";
import { whyScene } from "./scenes/why.ts";

/** A report of the largest cluster in much trouble would be longer than any that is read. */
const mostTroubled = 30_000;

const asked = options(process.argv.slice(2));
if (asked !== "help") await measureAll(asked);

async function measureAll(options: Options): Promise<void> {
  const { scenes, rounds, pods } = options;
  const stage = await openStage(options);
  try {
    // Short commands are run more often.
    const startUp = scenes.includes("start-up") ? await startUpScene(stage, rounds * 3) : [];
    print("Start-up", startUp);
    const why = scenes.includes("why") ? await whyScene(stage, rounds * 3) : [];
    print("One claim", why);
    const held = goalsOf([...startUp, ...why]);
    for (const { told } of held) process.stdout.write(`${told}\n`);
    if (held.some(({ is }) => is === "missed")) process.exitCode = 1;
    const audits: AuditResult[] = [];
    for (const size of scenes.includes("audit") ? pods : []) {
      const result = await auditScene(stage, { pods: size }, options);
      print(`${size} pods`, result.outcomes);
      audits.push(result);
    }
    const troubles: AuditResult[] = [];
    for (const size of scenes.includes("trouble") ? troubledPods(options) : []) {
      const result = await troubleScene(stage, size, options);
      print(`${size} pods, in much trouble`, result.outcomes);
      troubles.push(result);
    }
    if (options.report === "written") {
      const page = join(root, "docs", "performance.md");
      const growth = growthIn(readFileSync(page, "utf8")) ?? "";
      writeFileSync(page, document({ rounds, audits, troubles, why, startUp, nodes: options.nodes, growth }));
    }
  } finally {
    stage.close();
  }
}

function troubledPods({ pods }: Options): readonly number[] {
  return pods.filter((size) => size <= mostTroubled);
}

function print(title: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  process.stdout.write(`\n${title}\n\n${table(outcomes)}\n${requestsTold(outcomes)}`);
}
