import { pageFile } from "../src/render/index.ts";
import { escaped } from "../src/render/pages.ts";
import type { Page, PageKind } from "../src/report/index.ts";

/** A page that people write: its file below `docs/`, its title, and what it is for. */
type Written = readonly [file: string, title: string, summary: string];

const guides: readonly Written[] = [
  ["guides/stuck-terminating-claim.md", "Stuck claim", "A claim is stuck in Terminating"],
  ["guides/released-volume.md", "Released volume", "A volume stays Released"],
  ["guides/namespace-stuck.md", "Stuck namespace", "A namespace is stuck in Terminating"],
  ["guides/node-died.md", "Dead node", "A node died, and its volumes are stuck"],
  [
    "guides/pod-stuck-in-containercreating.md",
    "Pod that does not start",
    "A pod is stuck in ContainerCreating or Pending",
  ],
  ["guides/before-you-delete.md", "Before you delete", "What a deletion would do, and how to keep the data"],
];

const manual: readonly Written[] = [
  ["usage.md", "Usage", "All commands, output formats, exit codes, rights"],
  ["glossary.md", "Glossary", "The words that these pages use"],
  ["audit.md", "Auditing a cluster", "Flags of `audit`, ignored findings, formats for pipelines"],
  [
    "drift-backends.md",
    "Lists of disks",
    "What prints the disks of each storage backend, and what such a list can tell",
  ],
  ["html-report.md", "The HTML report", "One page for a browser, of `audit` and `why`"],
  ["score.md", "The score of an audit", "Its formula, and when there is none"],
  ["fix.md", "fix", "What `fix` does, what it asks, and what it refuses"],
  ["rescue.md", "rescue and undo", "How to keep the data of a claim or volume that was deleted by mistake"],
  ["guard.md", "guard", "Policies that refuse what loses data by accident, and what they cannot see"],
  [
    "guard-serve.md",
    "guard-serve",
    "The admission webhook that warns of deletions that lose data, or refuses them",
  ],
  [
    "serve.md",
    "serve",
    "The audit in the cluster: its pages, its metrics, and what it does when the API fails",
  ],
  ["mcp.md", "mcp", "An assistant asks pvguard: set-up, the tools, and what it cannot do"],
  ["reading-files.md", "Reading files", "Dumps, must-gathers, backups and snapshots instead of a cluster"],
  ["install.md", "Installing", "Executables, krew, Homebrew, a container image, npm"],
  ["deploy.md", "In the cluster", "Helm and kustomize: metrics, alerts, a dashboard, the rights"],
  ["integrations/README.md", "Where people work", "A plugin for k9s, an action for GitHub, a job for GitLab"],
  ["stability.md", "Support and stability", "Which output is a contract, and which versions are supported"],
  ["rbac.yaml", "RBAC", "The ClusterRoles for reading and for changing"],
];

const project: readonly Written[] = [
  ["audit-real.md", "A real audit", "What `audit` found in a real control plane"],
  ["compare.md", "Comparison", "What pvguard covers, next to other tools"],
  ["architecture.md", "Architecture", "The parts of the code, and the way of one question through them"],
  ["performance.md", "Performance", "Measured times and memory"],
  ["testing.md", "Testing", "The tests, the server in memory and the real control plane"],
  ["releasing.md", "Releasing", "How a version is published"],
  ["english.md", "How pvguard speaks", "The rules for every text that a person reads"],
  ["adr", "Decisions", "Why the code is as it is"],
];

/** The heading of each kind of generated page, in the order of the index. */
const groups: readonly (readonly [PageKind, string, string])[] = [
  ["state", "States", "What kubectl prints in the column STATUS."],
  ["kind", "Kinds", "What pvguard knows about each kind of object."],
  [
    "reason",
    "Reasons",
    "Why an object is held, cannot be used, or will be deleted. `why` ends with one of these names.",
  ],
  ["finalizer", "Finalizers", "Who adds each finalizer, and who removes it."],
  ["rule", "Rules", "What `audit` looks for."],
  ["remedy", "Remedies", "What `why` proposes, and what `fix` can do."],
  ["danger", "Dangers", "What you accept by name before `fix` or `rescue` changes something."],
  ["wait", "Waits", "What is not a finalizer: the reasons of each wait."],
  ["controller", "Controllers", "The controllers that pvguard models."],
];

/** The list of all pages. */
export function docsIndex(pages: readonly Page[]): string {
  return [
    "# Documentation of kubectl pvguard",
    ...writtenTable("Guides", guides),
    ...writtenTable("Manual", manual),
    ...writtenTable("About the project", project),
    ...groups.flatMap((group) => generatedTable(group, pages)),
    "",
  ].join("\n");
}

function writtenTable(heading: string, written: readonly Written[]): readonly string[] {
  const rows = written.map(([file, title, summary]) => `| [${title}](${file}) | ${summary} |`);
  return ["", `## ${heading}`, "", "| page | what it is about |", "|---|---|", ...rows];
}

function generatedTable(
  [kind, heading, about]: readonly [PageKind, string, string],
  pages: readonly Page[],
): readonly string[] {
  const rows = pages
    .filter((page) => page.kind === kind)
    .map((page) => `| [${escaped(page.name)}](${pageFile(page)}) | ${cell(page.title)} |`);
  return ["", `## ${heading}`, "", about, "", "| name | title |", "|---|---|", ...rows];
}

function cell(text: string): string {
  return escaped(text).replaceAll("|", "\\|");
}
