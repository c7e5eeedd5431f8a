import { dangerTexts } from "../src/commands/pages/danger-texts.ts";
import { acceptedBy, type Knowledge } from "../src/engine/index.ts";

/** What `fix` can do, from the remedies themselves. */
export function fixPage({ remedies }: Knowledge): string {
  const able = remedies
    .filter(({ fixDoes }) => fixDoes !== undefined)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = able.map(
    ({ name, fixDoes, asked }) => `| \`${name}\` | ${fixDoes} | ${howToAsk(name, asked)} |`,
  );
  const others = remedies.filter(({ fixDoes }) => fixDoes === undefined).map(({ name }) => `\`${name}\``);
  const dangerRows = acceptedBy("fix").map((name) => `| \`${name}\` | ${dangerTexts[name].title} |`);
  return `# fix: what it does, and what it refuses

\`kubectl pvguard fix TYPE/NAME\` makes a plan from a fresh diagnosis, shows it, asks, saves the objects, writes, and proves
the outcome. It acts on one object unless \`--max\` says more. Its plan can have several writes: one for each finished pod of a
claim, or for each volume of a namespace. All of them are shown before.

## The way of a fix

1. The cluster is read and diagnosed. The plan is the remedy that \`why\` proposes, or the one that \`--remedy\` names.
2. Every act passes one gate: is it allowed at all, and which dangers must a person accept by name?
3. The controllers are run forward with the change made: what happens next, and what becomes of the data. Where the data
   would be destroyed or left behind, that too must be accepted by name.
4. The objects are read whole, and the requests are made: each carries the uid and the version of its object. A finalizer
   is taken off by a PUT of the object exactly as it was read, less that one element.
5. The server is asked for the rights by name: who lacks one hears that before any danger is to be accepted. Then it is asked
   for the same bytes with \`dryRun=All\`: a later change of an object is asked about together with those before it. What
   would be refused is not begun.
6. The person answers: \`y\` for a plan that is safe throughout, else the object's name. Without a terminal: \`--yes\` for safe
   plans, or \`--confirm=<digest>\` with the digest that \`--dry-run\` printed.
7. The objects are saved, with those around them, and read back.
8. Right before each item the cluster is looked at again. Other causes, new dangers or another version: it stops, exit code 5.
   So it is before a later step of an item when the last look is more than ten seconds old, since the steps before took long.
9. One write at a time, each noted in the journal before and after, and its outcome proven. Else exit code 6.

The journal is \`journal.jsonl\` beside the folder of the backups. Its lines also go to standard error, behind \`audit:\`, as they
stand there. A person at a terminal is told the folder of the backup alone, and with \`-v=1\` these lines in short.

\`--dry-run\` sends nothing and prints the plan; \`--dry-run=server\` goes as far as step 5. \`-o json\` prints it by
[its schema](schema/plan.v1alpha1.json), with every request byte for byte; \`fix --plan plan.json --confirm=<digest>\` makes
the plan anew and carries it out only if it is the same. The document comes however the run ends; \`errors\` in it say what
kept fix from doing it. Only where the flags themselves cannot be understood there is none.

## What it can do

| remedy | what fix does | |
|---|---|---|
${rows.join("\n")}

These are for a person, and fix says so: ${others.join(", ")}.

## Dangers are accepted by name

\`--accept NAME\`, once for each. There is no name for all of them, and no \`--force\`. A name is the reason of a hold that would
be broken (\`PodUsesClaim\`, \`UnknownFinalizer\`), or one of these. \`kubectl pvguard explain NAME\` says more of each:

| name | what it means |
|---|---|
${dangerRows.join("\n")}

What could not be read cannot be accepted: fix refuses with exit code 3.

## What it never does

- Take a finalizer off an object that is not being deleted, off a namespace, or off a kind outside its list.
- Take more than one finalizer off with one request, or any by a pattern.
- Change \`spec.claimRef\` while the policy is Delete: Retain comes first, in the same plan.
- Set a policy to anything but Retain; delete a pod that runs, a snapshot that is ready, or a volume that a claim has.
- Take \`--all-namespaces\`. Only \`--rule\` without \`-n\` looks in all of them, and acts on no more objects than \`--max\` says.

## What cannot be ruled out

Between the last look and the write somebody can bind a pod by hand; the kubelet then still refuses to start it on a claim
that is being deleted. A node that nobody hears of may still have the volume mounted: the API cannot see that.
`;
}

/** Beside that the diagnosis proposes it. */
function howToAsk(name: string, asked: Knowledge["remedies"][number]["asked"]): string {
  if (name === "drop-finalizer") return "also by `--finalizer`";
  return asked === undefined ? "when proposed" : "also by `--remedy`";
}
