import type { ObjectRef, Phrase } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import type { Act, Edit, MarkedRemedy } from "../../../src/report/index.ts";

/** A remedy as a person can read it, and nothing of it left out. */
export function told(remedy: MarkedRemedy | undefined): readonly string[] {
  if (remedy === undefined) return ["not offered"];
  const { name, title, safety, because, first = [], commands, steps, fix } = remedy;
  return [
    `${name}, ${safety}: ${text(title)}`,
    text(because),
    ...first.map((step) => `- ${text(step)}`),
    ...commands.map(({ argv, into }) => `$ ${argv.join(" ")}${into === undefined ? "" : ` > ${into}`}`),
    ...steps.map((step) => `- ${text(step)}`),
    ...(fix === undefined
      ? ["fix cannot do it"]
      : [
          ...fix.acts.flatMap(toldAct),
          ...fix.cannotUndo.map((loss) => `cannot be undone: ${text(loss)}`),
          ...fix.accept.map((danger) => `accept ${danger.name}: ${text(danger.because)}`),
        ]),
  ];
}

/** What came from the cluster stands in quotes. */
function text(phrase: Phrase): string {
  return flatten(phrase, (data) => `'${data}'`);
}

function toldAct(act: Act): readonly string[] {
  switch (act.do) {
    case "drop-finalizer":
      return [`fix: drop ${act.finalizer} of ${named(act.on)}`];
    case "edit":
      return act.edits.map((edit) => `fix: ${toldEdit(edit)} of ${named(act.on)}`);
    case "delete":
      return [`fix: delete ${named(act.on)}`];
    case "create":
      return [`fix: create ${named(act.on)} ${act.manifest}`];
  }
}

function toldEdit(edit: Edit): string {
  const { op, path } = edit;
  const value = "value" in edit ? ` to ${JSON.stringify(edit.value)}` : "";
  const was = "was" in edit ? `, was ${JSON.stringify(edit.was)}` : "";
  return `${op} ${path}${value}${was}`;
}

function named({ apiVersion, kind, namespace, name, uid }: ObjectRef): string {
  return [apiVersion, kind, namespace, name, uid].filter((part) => part !== undefined).join("/");
}
