import { join, type Page, say, words } from "../model/index.ts";
import { pageRenderers } from "../render/index.ts";
import type { Command } from "./command.ts";
import { expertise } from "./expertise.ts";
import { Failure } from "./failure.ts";
import { formatOf, noHeaders, outputFlag, type Switch } from "./flags/index.ts";
import { nearest } from "./nearest.ts";
import { pagesNamed, pagesOf } from "./pages/index.ts";
import { renderOptions } from "./print.ts";

const pages = pagesOf(expertise.knowledge, expertise.controllers);
const names = [
  ...new Set([...pages.map(({ name }) => name), ...expertise.knowledge.rules.map(({ name }) => name)]),
];
const output = outputFlag(pageRenderers.map(({ name }) => name));

const all: Switch = { takes: "nothing", name: "all", help: "Print all pages." };

export const explain: Command = {
  name: "explain",
  summary: "Explain a state, a kind, a rule, a reason, a finalizer, a remedy or a danger",
  description: `Explains a rule of 'kubectl pvguard audit', a reason that 'kubectl pvguard why' gives, or a finalizer: what it means,
who removes it and when, what happens if somebody forces it, and where in the sources of Kubernetes that can be checked.
Of a remedy of 'kubectl pvguard fix' it says what is done, and how to ask for it; of a danger, what somebody takes upon
himself who accepts it by its name.

Without a name it lists everything that it can explain. It asks no cluster.`,
  usage: "[STATE|TYPE|RULE|REASON|FINALIZER|REMEDY|DANGER]",
  examples: [
    { what: "What does a state that kubectl prints mean?", line: "explain Terminating" },
    { what: "What can hold a claim?", line: "explain pvc" },
    { what: "What does a reason mean?", line: "explain FinishedPodUsesClaim" },
    { what: "What does a rule look for?", line: "explain PVG101" },
    { what: "Who removes this finalizer, and when?", line: "explain kubernetes.io/pvc-protection" },
    { what: "What does this remedy do?", line: "explain set-retain" },
    { what: "What does it mean to accept this danger?", line: "explain DiskLeaks" },
    { what: "Everything that can be explained", line: "explain" },
    { what: "All pages, for the docs", line: "explain --all -o markdown" },
  ],
  flags: [output, all, noHeaders],
  words: { of: "choices", values: names },
  async run({ words: given, flags }, edge) {
    const format = formatOf(flags, output);
    const renderer = pageRenderers.find(({ name }) => name === format) ?? pageRenderers[0];
    const options = renderOptions(edge, flags);
    const print = (page: Page) => renderer?.page(page, options) ?? "";
    if (flags.isOn(all)) edge.out.write(pages.map(print).join("\n"));
    else if (given.length === 0) edge.out.write(renderer?.list(pages, options) ?? "");
    else edge.out.write(given.flatMap(found).map(print).join("\n"));
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
  const meant = pagesNamed(name, pages, expertise.knowledge);
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
