import type { Command } from "./command.ts";
import { fixFlags } from "./fix/flags.ts";
import { performed } from "./fix/perform.ts";
import { fixable } from "./resources.ts";

export const fix: Command = {
  name: "fix",
  summary: "Do what helps, guarded: shows a plan first, and asks",
  description: `Makes a plan from a fresh diagnosis: the remedy that 'why' proposes, or the one that --remedy names. Shows each request
with its guards, what happens next and to the data, and what cannot be undone. Then it asks, saves the objects, writes,
and proves the outcome.

Nothing is sent without an answer at the terminal, --yes (safe plans only), or --confirm with the digest of the plan.
Without an object it is about everything that is stuck in the namespace: at a terminal it asks about each cause, safe
ones first; --confirm with the digest of the whole plan and --max do it without questions.
With --from the plan is made from files, with --dry-run alone: nothing can be changed through them.
A danger has to be accepted by its name (--accept); what could not be looked at cannot be accepted at all.

Right before each change the cluster is looked at again; anything that has changed stops it. Every write carries the
uid and the version of its object, and is noted before and after in a journal beside the backups.

Exit codes: 0 done, or nothing to do; 3 could not tell; 5 refused, nothing (more) was sent; 6 sent, and not proven.`,
  usage: "[TYPE[.VERSION][.GROUP]/NAME ... | TYPE NAME ... | --rule CODE | --plan FILE]",
  examples: [
    { what: "What would be done about everything that is stuck? Sends nothing", line: "fix --dry-run" },
    { what: "The same in all namespaces", line: "fix --dry-run -A" },
    { what: "What would be done about a stuck claim? Sends nothing", line: "fix pvc/data -n shop --dry-run" },
    { what: "The plan for what a dump shows", line: "fix --dry-run --from dump.yaml" },
    { what: "Go through what is stuck, one question for each cause", line: "fix" },
    { what: "Do it, after a look at the plan", line: "fix pvc/data -n shop" },
    { what: "Ask the server too what it would do", line: "fix pvc/data -n shop --dry-run=server" },
    { what: "Keep the data of a volume, whatever comes", line: "fix pv/pvc-1234 --remedy set-retain" },
    {
      what: "Take one finalizer off a volume that is being deleted",
      line: "fix pv/pvc-1234 --finalizer external-attacher/ebs-csi-aws-com --accept OwnerPassedOver",
    },
    {
      what: "In a script: write the plan down, to be reviewed",
      line: "fix pvc/data -o json --dry-run > plan.json",
    },
    { what: "Then carry out exactly that plan", line: "fix --plan plan.json --confirm=DIGEST" },
    { what: "Put the missing protection on up to 20 claims", line: "fix --rule PVG201 --max 20" },
  ],
  flags: fixFlags,
  words: { of: "objects", resources: fixable },
  run: performed,
};
