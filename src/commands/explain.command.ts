import { knowledge } from "../knowledge.ts";
import { join, say, words } from "../kubernetes/index.ts";
import { pageRenderers } from "../render/index.ts";
import type { Page } from "../report/index.ts";
import type { Command } from "./command.ts";
import { Failure } from "./failure.ts";
import type { Switch } from "./flags/index.ts";
import { formatOf, noHeaders, outputFlag } from "./flags/index.ts";
import { nearest } from "./nearest.ts";
import { pagesNamed, pagesOf } from "./pages/index.ts";
import { renderOptions } from "./print.ts";

const pages = pagesOf(knowledge);
const names = [...new Set([...pages.map(({ name }) => name), ...knowledge.rules.map(({ name }) => name)])];
const output = outputFlag(pageRenderers.map(({ name }) => name));

const all: Switch = { takes: "nothing", name: "all", help: "Print all pages" };

export const explain: Command = {
  name: "explain",
  summary: "Explain a state, a rule, a reason, a finalizer or a remedy",
  description: `Explains a state, a type, a rule, a reason, a finalizer, a remedy or a danger by
its name.`,
  details: `For a rule or a reason, explain tells what it means and what to do. For a
finalizer, it tells which controller removes it and when, and what happens if
it is removed manually. For a remedy, it tells what fix does, and how to ask
for it. For a danger, it tells what you risk when you accept it. Most pages
name the Kubernetes source code in which you can check this.

Without arguments it lists everything that it can explain. It never connects
to a cluster.`,
  usage: "[STATE|TYPE|RULE|REASON|FINALIZER|REMEDY|DANGER]",
  examples: [
    { what: "Explain a reason that why printed", line: "explain FinishedPodUsesClaim" },
    { what: "Explain a state that kubectl prints", line: "explain Terminating" },
    { what: "List everything that can be explained", line: "explain" },
    { what: "Explain what can hold a claim", line: "explain pvc" },
    { what: "Explain what a rule looks for", line: "explain PVG101" },
    { what: "Explain who removes a finalizer, and when", line: "explain kubernetes.io/pvc-protection" },
    { what: "Explain what a remedy does", line: "explain set-retain" },
    { what: "Explain what it means to accept a danger", line: "explain DiskLeaks" },
    { what: "Print all pages, for a documentation site", line: "explain --all -o markdown" },
  ],
  common: ["all", "output"],
  flags: [output, all, noHeaders],
  words: { of: "choices", values: names },
  isPaged: () => true,
  async run({ words: given, flags }, surroundings) {
    const format = formatOf(flags, output);
    const renderer = pageRenderers.find(({ name }) => name === format) ?? pageRenderers[0];
    const options = renderOptions(surroundings, flags);
    const print = (page: Page) => renderer?.page(page, options) ?? "";
    if (flags.isOn(all)) surroundings.out.write(pages.map(print).join("\n"));
    else if (given.length === 0) surroundings.out.write(renderer?.list(pages, options) ?? "");
    else surroundings.out.write(given.flatMap(found).map(print).join("\n"));
    return 0;
  },
};

const mostNear = 5;

/** Finalizers that are called so behind their domain, those of Kubernetes itself first. */
function withoutDomain(name: string): readonly string[] {
  const own = (full: string) => (full.startsWith("kubernetes.io/") ? 0 : 1);
  return names.filter((full) => full.endsWith(`/${name}`)).sort((a, b) => own(a) - own(b));
}

function found(name: string): readonly Page[] {
  const meant = pagesNamed(name, pages, knowledge);
  if (meant.length > 0) return meant;
  const near = [...new Set([...withoutDomain(name), ...nearest(name, names)])].slice(0, mostNear);
  const lines = join(
    near.map((candidate) => words(`\t${candidate}\n`)),
    "",
  );
  const hint = near.length === 0 ? [] : say`${words("\n\nDid you mean this?\n")}${lines}`;
  throw new Failure(
    "not-found",
    say`error: no page about "${name}" found${hint}${words("\nSee 'kubectl pvguard explain' for all pages.")}`,
  );
}
