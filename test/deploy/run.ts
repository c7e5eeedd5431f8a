/** `npm run test:deploy`: tries `deploy/` with helm, kubeconform and promtool, which are built the first time. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { cannotBeHad } from "../cluster/binaries/find.ts";
import { helmModule } from "../cluster/versions.ts";

const why = await cannotBeHad(helmModule, ["helm"], "installed");
if (why === undefined) {
  const file = join(import.meta.dirname, "tools.deploy.ts");
  const argv = ["--import", "tsx", "--test", "--test-reporter=spec", file];
  process.exitCode = spawnSync(process.execPath, argv, { stdio: "inherit" }).status ?? 1;
} else {
  process.stderr.write(`the tests of deploy/ did not run: ${why}\n`);
}
