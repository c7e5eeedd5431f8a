/** `npm run bench -- --help`: how long an audit takes, beside what others take for less. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
import { auditScene } from "./scenes/audit.ts";
import { startUpScene } from "./scenes/start-up.ts";
import { whyScene } from "./scenes/why.ts";

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
      const result = await auditScene(stage, size, options);
      print(`${size} pods`, result.outcomes);
      audits.push(result);
    }
    if (options.report === "written") {
      const text = document({ rounds, audits, why, startUp, nodes: options.nodes });
      writeFileSync(join(root, "docs", "performance.md"), text);
    }
  } finally {
    stage.close();
  }
}

function print(title: string, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  process.stdout.write(`\n${title}\n\n${table(outcomes)}\n${requestsTold(outcomes)}`);
}
