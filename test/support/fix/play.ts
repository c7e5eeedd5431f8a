import type { TestContext } from "node:test";
import type { Session } from "./session.ts";
import { scenarioSession } from "./session.ts";

/** What `kubectl pvguard fix …` prints when a server has the objects of the scenario, without what differs each time. */
export async function playFix(
  argv: readonly string[],
  scenario: string,
  context: TestContext,
): Promise<string> {
  const session = await scenarioSession(context, scenario);
  const digest = argv.includes(confirming) ? await digestFor(argv, session) : "";
  const { out, err, code } = await session.run(
    argv.map((word) => (word === confirming ? `--confirm=${digest}` : word)),
  );
  const status = code === 0 ? "" : `(exit code ${code})\n`;
  const sent = session.writes().map((request) => `sent: ${request}\n`);
  return withoutChance(`${out}${err}${sent.join("")}${status}`, session);
}

/** Stands for the digest of the plan, which a person would copy from it. */
const confirming = "--confirm=DIGEST";

async function digestFor(argv: readonly string[], session: Session): Promise<string> {
  const others = argv.filter((word) => word !== confirming);
  const { out } = await session.run([...others, "--dry-run=client", "-o", "json"]);
  return String((JSON.parse(out) as { readonly digest?: unknown }).digest);
}

function withoutChance(text: string, { server, folder }: Session): string {
  return text
    .replaceAll(server.url, "https://kubernetes.example:6443")
    .replaceAll(folder, "/home/ada")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<digest>")
    .replaceAll(/"auditId":"[^"]*"/g, '"auditId":"<id>"')
    .replaceAll(/(\d{8}T\d{6}Z)-[0-9a-f]{8}-/g, "$1-<plan>-");
}
