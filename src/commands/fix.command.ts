import type { Command } from "./command.ts";
import { fixFlags } from "./fix/flags.ts";
import { performed } from "./fix/perform.ts";
import { fixable } from "./resources.ts";

export const fix: Command = {
  name: "fix",
  summary: "Fix what is stuck: shows a plan first, and asks",
  description: `Fixes a stuck object: shows a plan with what is lost and what cannot be undone,
asks for confirmation, saves the objects, and proves the result.`,
  details: `The plan is made from a new diagnosis: it uses the remedy that why proposes,
or the one that --remedy names. It shows each request, the conditions under
which the server accepts it, and what happens to the data.

fix sends nothing without a confirmation: an answer at the terminal, --yes
(only if every step is safe), or --confirm with the digest of the plan. A
danger must also be accepted by name, with --accept. What pvguard could not
read cannot be accepted.

Without an object, fix plans for everything that is stuck in the namespace. At
a terminal it asks about each cause, safe ones first. --confirm with the
digest of the whole plan, and --max, do it without questions. With --from, fix
only makes a plan, with --dry-run: files cannot be changed.

Right before each change, fix reads the cluster again and stops if anything
has changed. Every request carries the uid and the resourceVersion of its
object. fix records it in a journal next to the backups, before and after.

With -o FORMAT=FILE, fix also writes its plan and the result to a file, at its
end, and prints the text. -o can be given several times, and once without a
file.

Exit codes: 0 done, or nothing to do; 2 wrong usage, or not found; 3 not
decided, because something could not be read; 4 the server could not be
reached; 5 refused, nothing (more) was sent; 6 sent, but the result is not
proven.`,
  usage: "[TYPE[.VERSION][.GROUP]/NAME ... | TYPE NAME ... | --rule CODE | --plan FILE]",
  examples: [
    { what: "See the plan for a stuck claim; sends nothing", line: "fix pvc/data -n shop --dry-run" },
    { what: "Show the plan, and do it after a confirmation", line: "fix pvc/data -n shop" },
    { what: "See the plan for everything that is stuck in the namespace", line: "fix --dry-run" },
    { what: "Go through everything that is stuck, one question per cause", line: "fix" },
    { what: "See the plan for everything that is stuck in all namespaces", line: "fix --dry-run -A" },
    { what: "Keep the data of a volume, whatever happens", line: "fix pv/pvc-1234 --remedy set-retain" },
    { what: "Also ask the server what it would do", line: "fix pvc/data -n shop --dry-run=server" },
    {
      what: "Remove one finalizer from a volume that is being deleted",
      line: "fix pv/pvc-1234 --finalizer external-attacher/ebs-csi-aws-com --accept OwnerPassedOver",
    },
    {
      what: "In a script: write the plan to a file, for review",
      line: "fix pvc/data -o json --dry-run > plan.json",
    },
    { what: "Then carry out exactly that plan", line: "fix --plan plan.json --confirm=DIGEST" },
    { what: "Add the missing protection to up to 20 claims", line: "fix --rule PVG201 --max 20" },
    { what: "See the plan for a dump", line: "fix --dry-run --from dump.yaml" },
  ],
  common: ["namespace", "dry-run", "remedy", "accept", "yes", "confirm", "output"],
  flags: fixFlags,
  words: { of: "objects", resources: fixable },
  run: performed,
};
