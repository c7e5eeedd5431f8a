import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reach } from "../src/changes/index.ts";
import { knowledge } from "../src/knowledge.ts";
import { kinds } from "../src/kubernetes/index.ts";
import { runCli } from "../test/support/run-cli.ts";
import { backendsPage } from "./backends-page.ts";
import { docsIndex } from "./docs-index.ts";
import { explainedFiles, explainedPages, staleDocs } from "./explained-pages.ts";
import { fixPage } from "./fix-page.ts";
import { picture } from "./picture.ts";

const root = join(import.meta.dirname, "..");

/** The picture in the README. */
const card = "why pvc/data-0 -n shop";

const note = "<!-- Made by `npm run docs`. Change the knowledge in src/, not this file. -->\n\n";

/** Every generated document, by its path from the root. The sessions in them are replaced by what the commands print now. */
export async function generatedDocs(): Promise<Map<string, string>> {
  const files = await explainedFiles();
  const withPages = [...files].map(([file, text]) => [`docs/${file}`, `${note}${text}`] as const);
  const played = withSessionsIn().map(
    async (file) => [file, await withSessions(readFileSync(join(root, file), "utf8"))] as const,
  );
  const [readme = ["", ""], ...pages] = await Promise.all(played);
  return new Map([
    ...withPages,
    ["docs/README.md", `${note}${docsIndex(explainedPages)}`],
    ["docs/rules/README.md", `${note}${ruleList()}`],
    ["docs/drift-backends.md", `${note}${backendsPage()}`],
    ["docs/rbac.yaml", `${rbac()}---\n${rbacForFix()}`],
    ...deployed(),
    ["docs/fix.md", `${note}${fixPage(knowledge)}`],
    ["docs/card.svg", await picture(`${card} --from docs/example/cluster.yaml`, `kubectl pvguard ${card}`)],
    [readme[0], withRulesCounted(readme[1])],
    ...pages,
  ]);
}

/** Generated pages, below `docs/`, whose rule, reason or other subject no longer exists. */
export function stalePages(generated: ReadonlyMap<string, string>): readonly string[] {
  const current = new Set([...generated.keys()].map((file) => file.replace(/^docs\//, "")));
  return staleDocs(join(root, "docs"), current).map((file) => `docs/${file}`);
}

function ruleList(): string {
  const rows = knowledge.rules.map(
    ({ code, name, severity, title }) => `| [${code}](${code}.md) | ${name} | ${severity} | ${title} |`,
  );
  return ["# Rules", "", "| code | name | severity | |", "|---|---|---|---|", ...rows, ""].join("\n");
}

/** Pages that people write, with sessions of pvguard in them. */
function withSessionsIn(): readonly string[] {
  const guides = readdirSync(join(root, "docs", "guides")).map((file) => `docs/guides/${file}`);
  return ["README.md", "docs/usage.md", ...guides];
}

/** The README says how many rules there are. */
function withRulesCounted(readme: string): string {
  const asked = (onlyWith: "risk" | "disks" | undefined) =>
    knowledge.rules.filter((rule) => rule.onlyWith === onlyWith).length;
  return readme
    .replace(/(`audit` asks )\d+( \[rules\])/, `$1${asked(undefined)}$2`)
    .replace(/(and )\d+( with `--risk`)/, `$1${asked(undefined) + asked("risk")}$2`)
    .replace(/(`--disks` adds )\d+/, `$1${asked("disks")}`);
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

/** With which request each act is carried out. */
const verbOf = { create: "create", delete: "delete", edit: "patch", "drop-finalizer": "update" } as const;

/** What `fix` needs in addition. */
function rbacForFix(): string {
  const rights = Object.entries(reach).map(
    ([resource, acts]) => [acts.map((act) => verbOf[act]).join(", "), resource] as const,
  );
  return `# For \`fix\`, \`rescue\` and \`undo\`, in addition to the role above. Bind it only while a person runs one of these.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: pvguard-fixer
rules:
${rulesFor([...rights, ["list", "discovery.k8s.io/v1/endpointslices"]])}`;
}

/** One rule for the resources of a group with the same verbs. */
function rulesFor(rights: readonly (readonly [verbs: string, resource: string])[]): string {
  const rules = new Map<string, string[]>();
  for (const [verbs, resource] of rights) {
    const parts = resource.split("/");
    const key = JSON.stringify([parts.length === 3 ? (parts[0] ?? "") : "", verbs]);
    rules.set(key, [...(rules.get(key) ?? []), parts.at(-1) ?? ""]);
  }
  return [...rules]
    .map(([key, resources]) => {
      const [group, verbs]: [string, string] = JSON.parse(key);
      return `- apiGroups: ["${group}"]\n  resources: [${resources.sort().join(", ")}]\n  verbs: [${verbs}]\n`;
    })
    .join("");
}

/** Reading rights for everything that a diagnosis can need. */
function rbac(): string {
  return `# Made by \`npm run docs\`. What pvguard reads: without fix, rescue and undo it needs no right to write.
# With fewer rights it still answers, and says what it could not read.
${clusterRole("pvguard-reader")}`;
}

function clusterRole(name: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${name}
rules:
${readingRules()}`;
}

function readingRules(): string {
  const served = kinds.filter(({ presence }) => presence !== "never");
  return rulesFor(served.map(({ resource }) => ["get, list, watch", resource]));
}

/** The parts of `deploy/` that say what other files say, too: kustomize and Helm read nothing outside of their own folders. */
function deployed(): readonly (readonly [file: string, text: string])[] {
  const alerts = readFileSync(join(root, "deploy/helm/pvguard/files/alerts.yaml"), "utf8");
  const rule = `# Made by \`npm run docs\` of deploy/helm/pvguard/files/alerts.yaml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: pvguard
spec:
${alerts.replaceAll(/^(?=.)/gm, "  ")}`;
  return [
    ["deploy/helm/pvguard/files/cluster-role-rules.yaml", `# Made by \`npm run docs\`.\n${readingRules()}`],
    ["deploy/kustomize/rights/cluster-role.yaml", `# Made by \`npm run docs\`.\n${clusterRole("pvguard")}`],
    ["deploy/kustomize/monitoring/prometheus-rule.yaml", rule],
  ];
}
