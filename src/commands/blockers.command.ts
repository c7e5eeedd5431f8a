import type { KubeObject } from "../kubernetes/index.ts";
import { isTerminating, words } from "../kubernetes/index.ts";
import { blockersRenderers } from "../render/index.ts";
import type { BlockerList } from "../report/index.ts";
import type { Request } from "./arguments/request.ts";
import { askingAhead } from "./asking/ahead.ts";
import type { Asked } from "./asking/ask.ts";
import { ask } from "./asking/ask.ts";
import { blockersOf } from "./blockers/list.ts";
import type { Command } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import {
  inputFlags,
  isMachineFormat,
  noHeaders,
  outputsFlag,
  reachOf,
  selectionFlags,
} from "./flags/index.ts";
import { formatsOf, isBare, outputsOf } from "./outputs.ts";
import {
  asShown,
  printFailures,
  printLine,
  printWarnings,
  renderOptions,
  saveRendered,
  sayNoneFound,
  tellUnread,
  worst,
} from "./print.ts";
import { askable, unnamed } from "./resources.ts";

const output = outputsFlag(blockersRenderers.map(({ name }) => name));

export const blockers: Command = {
  name: "blockers",
  summary: "List the pods and other objects that hold a claim or a volume",
  description: `Lists the pods and other objects that hold a claim or a volume, and tells what
to scale down to release it.`,
  details: `The table shows the state and the node of each object, and what to scale down
so that it is deleted and not created again. It also tells why the object
holds the claim or the volume, or does not. Pods that only wait are listed
separately.

If an object is not being deleted, blockers shows what would hold it if it
were deleted now. Without arguments it lists what holds the objects that are
being deleted in the namespace.

With -o FORMAT=FILE, blockers also writes its answer to a file, whole or not
at all, and prints the table. -o can be given several times, and once without
a file.

Exit codes: 0 an answer was given; 2 wrong usage, or the object was not found;
3 other objects may hold it too, because something could not be read; 4 the
server could not be reached.`,
  usage: "[TYPE[.VERSION][.GROUP] [NAME ... | -l label] | TYPE[.VERSION][.GROUP]/NAME ...]",
  examples: [
    { what: "List what uses a claim", line: "blockers pvc/data -n shop" },
    { what: "List what holds the objects being deleted in the current namespace", line: "blockers" },
    { what: "Print only the names, for another command", line: "blockers pvc/data -o name" },
    { what: "Show the field in which each object names the claim", line: "blockers pvc/data -o wide" },
  ],
  common: ["namespace", "all-namespaces", "selector", "from", "output"],
  flags: [...selectionFlags, ...inputFlags, output, noHeaders],
  words: { of: "objects", resources: askable },
  isPaged: () => true,
  async run(invocation, surroundings) {
    const formats = formatsOf(blockersRenderers, "subjects");
    const outputs = await outputsOf(invocation.flags, output, formats, surroundings);
    const format = outputs.printed?.format;
    const waiting = isMachineFormat(format) ? "silent" : "shown";
    const load = async (request: Request) =>
      askingAhead((objects) => blockersOf(lookedAt(objects, request)), surroundings.rest);
    const asked = await ask(invocation, surroundings, {
      accepts: { command: "blockers", resources: askable, unnamed },
      load,
      waiting,
      questions: "a few",
    });
    const list = ofInterest(asked);
    if (asked.objects.length === 0 && (waiting === "shown" || asked.failures.length > 0))
      sayNoneFound(asked, invocation, surroundings);
    else if (list.subjects.length === 0 && waiting === "shown" && isOfEverything(asked.request))
      printLine(surroundings.out, words("No object that could be read is being deleted."));
    else {
      const renderer = (await outputs.printed?.load()) ?? blockersRenderers[0];
      surroundings.out.write(
        renderer?.render(
          asShown(
            list,
            reachOf(invocation.flags, renderer?.name === "table" ? surroundings.shell : "posix"),
            surroundings,
          ),
          renderOptions(surroundings, invocation.flags),
        ) ?? "",
      );
    }
    if (isBare(format)) await tellUnread(list.unread, invocation.flags, surroundings);
    printWarnings(asked.source, surroundings);
    const failed = printFailures(asked.failures, surroundings);
    const isAnswer = asked.objects.length > 0 || asked.failures.length === 0;
    const options = renderOptions(surroundings, invocation.flags);
    const saved = isAnswer ? await saveRendered(outputs, list, options, surroundings) : 0;
    return worst([exitCodeOfList(list), failed, saved]);
  },
};

/** Where nothing was named, only objects that are being deleted are looked at. */
function lookedAt(objects: readonly KubeObject[], request: Request): readonly KubeObject[] {
  return isOfEverything(request) ? objects.filter(isTerminating) : objects;
}

function isOfEverything(request: Request): boolean {
  return request.by === "type" && request.named === "everything";
}

/** Of a whole type only those that something names. */
function ofInterest({ request, answer }: Asked<BlockerList>): BlockerList {
  if (request.by === "name") return answer;
  if (request.named === "everything") return answer;
  const isNamed = ({ blockers, others, victims }: BlockerList["subjects"][number]) =>
    blockers.length + others.length + victims.length > 0;
  return { ...answer, subjects: answer.subjects.filter(isNamed) };
}

/** What was not read could hold as well. */
function exitCodeOfList({ subjects, unread, skipped }: BlockerList): ExitCode {
  const isUnsure =
    unread.some(({ resource }) => resource === "v1/pods") || subjects.some(({ unseen }) => unseen.length > 0);
  return isUnsure || skipped.length > 0 ? 3 : 0;
}
