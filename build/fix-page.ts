import type { Knowledge } from "../src/define/index.ts";
import { acceptedBy, dangers } from "../src/define/index.ts";

/** What `fix` can do, from the remedies themselves. */
export function fixPage({ remedies }: Knowledge): string {
  const able = remedies
    .filter(({ fixDoes }) => fixDoes !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = able.map(
    ({ name, fixDoes, asked }) => `| \`${name}\` | ${fixDoes} | ${howToAsk(name, asked)} |`,
  );
  const others = remedies
    .filter(({ fixDoes }) => fixDoes === undefined)
    .map(({ name, summary }) => `| \`${name}\` | ${summary} |`);
  const dangerRows = acceptedBy("fix").map((name) => `| \`${name}\` | ${dangers[name].title} |`);
  return `# fix: what it does, and what it refuses

\`kubectl pvguard fix TYPE/NAME\` makes a plan from a new diagnosis, shows it, and asks. Then it saves the objects, writes, and
proves the outcome. It acts on one object unless \`--max\` allows more. One plan can have several writes: one for each finished
pod of a claim, or for each volume of a namespace. \`fix\` shows all of them before it asks.

Without an object, \`fix\` plans for everything that is stuck in the namespace. At a terminal it asks one question for each
cause.

## How a fix runs

1. \`fix\` reads the cluster and diagnoses the object. The plan is the remedy that \`why\` proposes, or the one that \`--remedy\`
   names.
2. \`fix\` checks every change: is it allowed at all, and which dangers must you accept by name?
3. \`fix\` predicts what the controllers will do after the change: what happens next, and what happens to the data. If the data
   would be deleted or left behind, you must accept that by name too.
4. \`fix\` reads the whole objects and makes the requests. Each request carries the uid and the version of its object. To remove
   a finalizer, \`fix\` sends a PUT of the object exactly as it was read, without this one element.
5. \`fix\` asks the server for the rights by name. If you lack one, you learn it before you have to accept a danger. Then \`fix\`
   sends the same bytes with \`dryRun=All\`. A later change of an object is sent together with the changes before it. \`fix\` does
   not begin what the server would refuse.
6. \`fix\` prints a recap: the server, the context and the user, each step, and what will be lost. You answer \`y\` if the whole
   plan is safe, otherwise the object's name. Without a terminal, use \`--yes\` for safe plans. Or use \`--confirm=<digest>\` with
   the digest that \`--dry-run\` printed.
7. \`fix\` saves the objects and those related to them, and reads the backup again.
8. Right before each item, \`fix\` looks at the cluster again. If there are other causes, new dangers or another version, it
   stops with exit code 5. It also does so before a later step of an item, if the last look was over ten seconds ago. The
   earlier steps may have taken that long.
9. \`fix\` writes one change at a time. It records each in the journal before and after, and proves its outcome. If the outcome
   is not proven, the exit code is 6.
10. \`fix\` reads the objects that you asked about again, and says what became of each. At a terminal it waits a few seconds for
    a deletion.

| what it prints | meaning |
|---|---|
| \`pvc/data (app) is deleted.\` | the object no longer exists |
| \`pvc/data (app) exists. To check it: kubectl pvguard why pvc/data -n app\` | the object is not being deleted |
| \`pvc/data (app) is still Terminating. To see why: kubectl pvguard why pvc/data -n app\` | something still holds the object |

The journal is \`journal.jsonl\` next to the folder of the backups. \`fix\` also prints its lines to standard error, unchanged,
after \`audit:\`. At a terminal it prints only the folder of the backup, and with \`-v=1\` these lines in short form.
\`kubectl pvguard undo\` without arguments lists the backups.

\`--dry-run\` sends nothing and prints the plan. \`--dry-run=server\` runs up to step 5. \`-o json\` prints the plan by
[its schema](schema/plan.v1alpha1.json), with every request byte for byte. \`fix --plan plan.json --confirm=<digest>\` makes the
plan again, and carries it out only if it is the same. \`--approve\` asks the same question and sends nothing: it lets
[an assistant](mcp.md#apply_fix) carry out this plan once, within 10 minutes. The document is printed however the run ends. Its \`errors\` say what
prevented the fix. Only if the flags themselves are invalid, no document is printed.

## What it can do

| remedy | what fix does | how to ask for it |
|---|---|---|
${rows.join("\n")}

A person must carry out the other remedies. \`fix\` says so:

| remedy | what it is for |
|---|---|
${others.join("\n")}

## Dangers are accepted by name

Pass \`--accept NAME\`, once for each danger. There is no name for all of them, and no \`--force\`. A name is the reason of a
protection that the plan overrides (\`PodUsesClaim\`, \`UnknownFinalizer\`), or one of the names below.
\`kubectl pvguard explain NAME\` says more about each:

| name | what it means |
|---|---|
${dangerRows.join("\n")}

What could not be read cannot be accepted: \`fix\` refuses with exit code 3.

## What it never does

- It never removes a finalizer from an object that is not being deleted.
- It never removes a finalizer from a namespace, or from a kind outside its list.
- It never removes more than one finalizer with one request, and never removes any by a pattern.
- It never changes \`spec.claimRef\` while the policy is Delete. The same plan first sets Retain.
- It never sets a policy to anything but Retain.
- It never deletes a pod that runs, a snapshot that is ready, or a volume that a claim has.
- It never accepts \`--all-namespaces\` with object names or with \`--rule\`. \`--rule\` without \`-n\` looks in all namespaces, and
  acts on at most as many objects as \`--max\` says.

## What cannot be ruled out

- Between the last look and the write, a person can assign a pod to a node manually. The kubelet then still refuses to start
  this pod on a claim that is being deleted.
- An unreachable node may still have the volume mounted. The API cannot show that.
`;
}

/** In addition to when the diagnosis proposes it. */
function howToAsk(name: string, asked: Knowledge["remedies"][number]["asked"]): string {
  if (name === "drop-finalizer") return "also by `--finalizer`";
  return asked === undefined ? "when proposed" : "also by `--remedy`";
}
