import { readFileSync } from "node:fs";
import { join } from "node:path";
import { knowledge } from "../src/knowledge.ts";
import { kinds } from "../src/model/index.ts";
import { runCli } from "../test/support/run-cli.ts";
import { fixPage } from "./fix-page.ts";
import { ruleSessions } from "./rule-sessions.ts";

const note = "<!-- Made by `npm run docs`. Change the knowledge in src/, not this file. -->\n\n";

/** Every generated document, by its path from the root. The README is there with its sessions as they are printed now. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string>> {
  const { out, err, code } = await runCli(["explain", "--all", "-o", "markdown"], 0);
  if (code !== 0) throw new Error(err);
  return new Map([
    ["docs/explained.md", `${note}${out}`],
    ...(await ruleDocs()),
    ["docs/rbac.yaml", `${rbac()}---\n${rbacForFix()}`],
    ["docs/fix.md", `${note}${fixPage(knowledge)}`],
    ["README.md", await withSessions(readFileSync(join(import.meta.dirname, "..", "README.md"), "utf8"))],
  ]);
}

/** A page for each rule, with what it prints in its own scenarios, and the list of them. */
async function ruleDocs(): Promise<readonly (readonly [string, string])[]> {
  const pages = await Promise.all(
    knowledge.rules.map(async ({ code }) => {
      const { out } = await runCli(["explain", code, "-o", "markdown"], 0);
      return [`docs/rules/${code}.md`, `${note}${out}${await ruleSessions(code)}`] as const;
    }),
  );
  const rows = knowledge.rules.map(
    ({ code, name, severity, title }) => `| [${code}](${code}.md) | ${name} | ${severity} | ${title} |`,
  );
  const list = ["# Rules", "", "| code | name | severity | |", "|---|---|---|---|", ...rows, ""].join("\n");
  return [...pages, ["docs/rules/README.md", `${note}${list}`]];
}

/** Plays the first line of each block of the language `console`, and puts what it prints below it. */
async function withSessions(markdown: string): Promise<string> {
  const parts = markdown.split(/```console\n([\s\S]*?)```/);
  const played = parts.map(async (part, position) => {
    if (position % 2 === 0) return part;
    const [line = ""] = part.split("\n");
    const { out, err } = await runCli(line.replace("$ kubectl pvguard ", "").split(" "), 0);
    return `\`\`\`console\n${line}\n${out}${err}\`\`\``;
  });
  return (await Promise.all(played)).join("");
}

/** What `fix` needs besides, and only for as long as somebody mends something. */
function rbacForFix(): string {
  return `# For \`fix\`, \`rescue\` and \`undo\`, beside the role above. Bind it only for as long as somebody mends something.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: pvguard-fixer
rules:
- apiGroups: [""]
  resources: [persistentvolumeclaims, persistentvolumes]
  verbs: [create, delete, patch, update]
- apiGroups: [""]
  resources: [pods]
  verbs: [delete, patch]
- apiGroups: ["storage.k8s.io"]
  resources: [volumeattachments]
  verbs: [delete, patch, update]
- apiGroups: ["snapshot.storage.k8s.io"]
  resources: [volumesnapshots]
  verbs: [delete, patch, update]
- apiGroups: ["snapshot.storage.k8s.io"]
  resources: [volumesnapshotcontents]
  verbs: [patch, update]
- apiGroups: ["apps"]
  resources: [deployments, replicasets, statefulsets]
  verbs: [patch]
- apiGroups: ["discovery.k8s.io"]
  resources: [endpointslices]
  verbs: [list]
`;
}

/** Reading rights for everything that a diagnosis can need. */
function rbac(): string {
  const groups = new Map<string, string[]>();
  for (const { resource } of kinds) {
    const parts = resource.split("/");
    const group = parts.length === 3 ? (parts[0] ?? "") : "";
    groups.set(group, [...(groups.get(group) ?? []), parts.at(-1) ?? ""]);
  }
  const rules = [...groups].map(
    ([group, resources]) => `- apiGroups: ["${group}"]
  resources: [${resources.sort().join(", ")}]
  verbs: [get, list, watch]
`,
  );
  return `# Made by \`npm run docs\`. What pvguard reads, and nothing else: without fix, rescue and undo it needs no right to write.
# With less it still answers, and says what it could not read.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: pvguard-reader
rules:
${rules.join("")}`;
}
