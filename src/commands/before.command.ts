import { deletionReporter } from "../analysis/index.ts";
import { knowledge } from "../knowledge.ts";
import { deletionRenderers } from "../render/index.ts";
import type { DeletionReport, Loss, NotJudged } from "../report/index.ts";
import { worstLoss } from "../report/index.ts";
import { askingAhead } from "./asking/ahead.ts";
import type { Asked } from "./asking/ask.ts";
import { ask } from "./asking/ask.ts";
import { namespaceOf } from "./asking/select.ts";
import { answerOthers } from "./before/other-types.ts";
import { all, filename, recursive, wanted } from "./before/request.ts";
import { withUsers } from "./before/secrets.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { usageError } from "./failure.ts";
import { inputFlags, isMachineFormat, noHeaders, outputsFlag, selectionFlags } from "./flags/index.ts";
import { formatsOf, isBare, outputsOf } from "./outputs.ts";
import {
  printFailures,
  printRendered,
  printWarnings,
  renderOptions,
  saveRendered,
  sayNoneFound,
  tellUnread,
} from "./print.ts";
import { explainable } from "./resources.ts";

const output = outputsFlag(deletionRenderers.map(({ name }) => name));

export const before: Command = {
  name: "before",
  summary: "Tell before a deletion whether data is lost by it",
  description: `Tells what is lost if objects are deleted, takes the arguments of kubectl
delete, and deletes nothing.`,
  details: `Several objects are judged as if they were all deleted: a snapshot that is
deleted too is no copy of a disk. Of a namespace, a workload, a node, a class
or a driver, before delete judges what is deleted with it. A disk that is
deleted later, such as when a pod ends, is lost too.

A volume with policy Retain counts as kept: its disk remains, and then only
its saved manifest records it. A disk of OpenEBS Mayastor counts as lost:
until 2025, Mayastor deletes it all the same. If a CSI driver
runs in a namespace, or keeps the records of its disks there, it is unknown
what becomes of them. That includes disks to which no volume refers.

With -f, before delete judges the objects that the manifests name. Of a kind
that pvguard does not know it cannot tell what its controller deletes. Of a
Secret it tells whether a volume or a snapshot names it. It reads no Secrets.

With -o FORMAT=FILE, before delete also writes its answer to a file, whole or
not at all, and prints the text. -o can be given several times, and once
without a file.

Exit codes: 0 nothing is lost; 1 data is lost, or a disk is left behind with
no record of it; 2 wrong usage, or an object was not found; 3 it is unknown,
for example because something could not be read; 4 the server could not be
reached. Only 0 means that you can delete.`,
  usage: "delete ([-f FILE] | TYPE[.VERSION][.GROUP] [NAME ... | -l label | --all] | TYPE/NAME ...)",
  examples: [
    {
      what: "Tell whether the data of a claim is lost, also by the exit code",
      line: "before delete pvc/data -n shop",
    },
    { what: "Judge a namespace with all that is in it", line: "before delete ns/shop" },
    { what: "Judge the objects of a manifest", line: "before delete -f app.yaml" },
    { what: "Judge several claims, all deleted at once", line: "before delete pvc data-0 data-1 -n shop" },
    { what: "Judge the claims with a label", line: "before delete pvc -l app=db -n shop" },
    { what: "Judge all claims of a namespace", line: "before delete pvc --all -n shop" },
    { what: "Judge a StatefulSet, with the claims that it deletes", line: "before delete sts/db -n shop" },
    { what: "Judge what a Helm release installed", line: "before delete -f release.yaml" },
    { what: "Print the answer as JSON, for a program", line: "before delete pvc/data -o json" },
    { what: "Read a file instead of a cluster", line: "before delete pvc/data --from cluster.yaml" },
  ],
  common: ["filename", "namespace", "all-namespaces", "selector", "all", "from", "output"],
  flags: [filename, recursive, all, ...selectionFlags, ...inputFlags, output, noHeaders],
  words: { of: "objects", resources: explainable, after: "delete" },
  isPaged: () => true,
  async run(invocation, surroundings) {
    const objects = objectsIn(invocation);
    const formats = formatsOf(deletionRenderers, "objects");
    const outputs = await outputsOf(invocation.flags, output, formats, surroundings);
    const format = outputs.printed?.format;
    const named = await wanted(objects, surroundings);
    const asked = await ask(objects, surroundings, {
      accepts: { command: "before delete", resources: explainable },
      load: async () => askingAhead((given) => deletionReporter(given, knowledge), surroundings.rest),
      waiting: isMachineFormat(format) ? "silent" : "shown",
      questions: "a few",
      request: named.request,
    });
    const { source } = asked;
    const others = await answerOthers(named.others, objects.flags, source);
    const failures = [...asked.failures, ...others.failures];
    const strange = await withUsers(
      [...named.notJudged, ...others.notJudged],
      source,
      namespaceOf(objects.flags, source),
    );
    const report = withNotJudged(asked, strange);
    const options = renderOptions(surroundings, invocation.flags);
    const isAnswer = report.objects.length + report.notJudged.length > 0 || failures.length === 0;
    if (report.objects.length + report.notJudged.length === 0 && !isMachineFormat(format))
      sayNoneFound({ ...asked, failures }, invocation, surroundings);
    else if (isAnswer) {
      const renderer = (await outputs.printed?.load()) ?? deletionRenderers[0];
      await printRendered(renderer, report, options, surroundings);
    }
    if (isBare(format)) await tellUnread(report.unread, invocation.flags, surroundings);
    printWarnings(source, surroundings);
    const failed = printFailures(failures, surroundings);
    const saved = isAnswer ? await saveRendered(outputs, report, options, surroundings) : 0;
    return gravest([codeOf(report), failed, saved]);
  },
};

/** The words without the verb. */
function objectsIn({ words: given, flags }: Invocation): Invocation {
  const [verb, ...others] = given;
  if (verb === "delete") return { words: others, flags };
  throw usageError(
    "pvguard judges deletions only: before delete TYPE/NAME\nSee 'kubectl pvguard before -h' for help and examples",
  );
}

function withNotJudged({ answer }: Asked<DeletionReport>, notJudged: readonly NotJudged[]): DeletionReport {
  const strange = notJudged.filter(({ why }) => why !== "without-data").map((): Loss => "unknown");
  const unused: readonly Loss[] = answer.skipped.length > 0 ? ["unknown"] : [];
  return { ...answer, notJudged, loses: worstLoss([answer.loses, ...strange, ...unused]) };
}

const codes: Readonly<Record<Loss, ExitCode>> = { nothing: 0, data: 1, record: 1, unknown: 3 };

function codeOf({ loses }: DeletionReport): ExitCode {
  return codes[loses];
}

/** That data is lost outweighs that another object was not found. */
function gravest(all: readonly ExitCode[]): ExitCode {
  const order: readonly ExitCode[] = [130, 4, 1, 2, 3];
  return order.find((code) => all.includes(code)) ?? 0;
}
