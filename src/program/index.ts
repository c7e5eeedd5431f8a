/** All but the few words that main.ts answers by itself. */
import type { Host } from "../cli/index.ts";

export async function run(argv: readonly string[], host: Host): Promise<number> {
  const cli = await import("../cli/index.ts");
  return await cli.run(argv, host);
}

export async function complete(argv: readonly string[], host: Host): Promise<number> {
  const completion = await import("../cli/completion/index.ts");
  return await completion.complete(argv, host);
}
