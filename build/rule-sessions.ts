/** What a rule prints where it fires: the worked example on its page. */
import { basename, join, relative } from "node:path";
import { play, scenarios } from "../test/support/scenario.ts";

const mostSessions = 1;

/**
 * The scenarios of a rule are the folders whose names begin with its code (`pvg101-…`); the first in which it fires is
 * shown. Empty when there is none.
 */
export async function ruleSessions(code: string): Promise<string> {
  const own = scenarios().filter(({ name }) => name.startsWith(`${code.toLowerCase()}-`));
  const played = await Promise.all(
    own.map(async ({ folder }) => ({
      folder,
      session: await play([`audit --rules ${code}`], folder),
    })),
  );
  const firing = played.filter(({ session }) => new RegExp(`^${code} `, "m").test(session));
  return firing
    .slice(0, mostSessions)
    .map(({ folder, session }) => example(folder, session))
    .join("");
}

function example(folder: string, session: string): string {
  const manifest = relative(join(import.meta.dirname, "..", "docs", "rules"), join(folder, "cluster.yaml"));
  const link = `[test/scenarios/${basename(folder)}/cluster.yaml](${manifest})`;
  return `\n## Example\n\nIn the cluster of ${link}:\n\n\`\`\`text\n${session.trimEnd()}\n\`\`\`\n`;
}
