/** `npm run bench -- --help`: how long an audit takes, beside what others take for less. */

import { requestsTold } from "./report/requests.ts";
import { table } from "./report/table.ts";
import { options } from "./runner/options.ts";
import { openStage } from "./runner/stage.ts";
import { auditScene } from "./scenes/audit.ts";
import { startUpScene } from "./scenes/start-up.ts";
import { whyScene } from "./scenes/why.ts";

const asked = options(process.argv.slice(2));
if (asked === "help") process.exit(0);
const { rounds, scenes } = asked;
const stage = await openStage();
const print = (text: string) => process.stdout.write(`${text}\n`);
try {
  if (scenes.includes("start-up")) print(`\nStart-up\n\n${table(await startUpScene(stage, rounds * 3))}`);
  if (scenes.includes("why")) {
    const outcomes = await whyScene(stage, rounds * 3);
    print(`\nOne claim\n\n${table(outcomes)}\n${requestsTold(outcomes)}`);
  }
  if (scenes.includes("audit")) {
    for (const pods of asked.pods) {
      const { outcomes } = await auditScene(stage, pods, asked);
      print(`\n${pods} pods\n\n${table(outcomes)}\n${requestsTold(outcomes)}`);
    }
  }
} finally {
  stage.close();
}
