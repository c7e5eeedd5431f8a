import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

type GoModule =
  | { readonly state: "here"; readonly folder: string }
  | { readonly state: "missing"; readonly because: string };

/** The source of a Go module, if Go is installed and the module can be fetched. */
export async function goModule(path: string, version: string): Promise<GoModule> {
  try {
    const { stdout } = await run("go", ["mod", "download", "-json", `${path}@${version}`], {
      cwd: tmpdir(),
      timeout: 30_000,
    });
    return { state: "here", folder: (JSON.parse(stdout) as { readonly Dir: string }).Dir };
  } catch (problem) {
    const because = problem instanceof Error ? (problem.message.split("\n")[0] ?? "") : "";
    return { state: "missing", because: `${path} ${version} is not here: ${because}` };
  }
}
