import { isRecord, own, parsedJson, words } from "../../kubernetes/index.ts";
import { commandLine } from "../../render/index.ts";
import { takeApproval } from "../changing/approval.ts";
import type { Invocation } from "../command.ts";
import { Failure } from "../failure.ts";
import { accept, finalizer, max, remedy, rule } from "../fix/flags.ts";
import type { Flag, FlagValues } from "../flags/index.ts";
import { backupDir, config, confirm, dryRun, reachOf, text } from "../flags/index.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Argument } from "./arguments.ts";
import type { Tool } from "./tools.ts";
import { tools } from "./tools.ts";

/** The digest is no flag of `fix` here: it only finds the plan. */
const digest = text("digest", "");

const digestArgument: Argument = {
  gives: "flag",
  name: "digest",
  flag: digest,
  description: "The digest of a plan that plan_fix made.",
};

const planning = tools.find(({ name }) => name === "plan_fix");

/** Carries out a plan of `plan_fix`, if a person has approved that plan in a terminal. */
export const applyFix: Tool = {
  ...(planning as Tool),
  name: "apply_fix",
  title: "Carry out a plan that a person approved",
  description:
    "Carries out the plan with this digest, once. Before that, a person must see the plan and approve it in a terminal, outside of this conversation: the answer says with which command. If anything has changed since, nothing is sent.",
  arguments: [digestArgument],
  flags: new Map(),
  does: "writes",
};

/** So many plans can be carried out. Older ones are made again. */
const mostKept = 16;

/** The plans that were made in this conversation, by their digests. */
export class Plans {
  readonly #asked = new Map<string, Invocation>();

  /**
   * @param out the document that `fix` printed
   * @returns with which command a person carries out this plan; `undefined` if there is nothing to carry out
   */
  add(out: string, { words: objects, flags }: Invocation): string | undefined {
    const plan = parsedJson(out);
    if (!isRecord(plan)) return undefined;
    const [made, items, request] = [own(plan, "digest"), own(plan, "items"), own(plan, "asked")];
    if (typeof made !== "string" || !Array.isArray(items) || items.length === 0) return undefined;
    // Where the context says the namespace, it may say another one in the person's terminal.
    const namespace = isRecord(request) ? own(request, "namespace") : undefined;
    const within = typeof namespace === "string" ? flags.with(config.namespace, namespace) : flags;
    const asked = { words: objects, flags: within };
    if (made !== "") {
      this.#asked.delete(made);
      this.#asked.set(made, asked);
    }
    for (const oldest of this.#asked.keys()) if (this.#asked.size > mostKept) this.#asked.delete(oldest);
    const command = commandFor(asked, []);
    // The person's current context can be another cluster, which has objects of the same names.
    return own(plan, "input") === undefined
      ? `To carry it out, a person runs: ${command}`
      : `A plan from files cannot be carried out. Against the cluster of these files, a person runs: ${command}`;
  }

  /**
   * What `fix` is told to carry the plan out. The approval is taken: it counts once.
   *
   * @throws Failure `refused` if the plan is unknown, or no person has approved it
   */
  async approved(given: FlagValues, surroundings: Surroundings): Promise<Invocation> {
    const wanted = given.text(digest) ?? "";
    const asked = this.#asked.get(wanted);
    if (asked === undefined)
      throw new Failure(
        "refused",
        words("This conversation has no plan with that digest: call plan_fix first."),
      );
    if (asked.words.length === 0 && !asked.flags.isGiven(rule))
      throw new Failure(
        "refused",
        words("This plan is about everything that is stuck: call plan_fix for one object."),
      );
    const approval = await takeApproval(wanted, surroundings.bench(given.text(backupDir)));
    if (approval === undefined)
      throw new Failure(
        "refused",
        words(
          `No person has approved this plan, or the approval is too old. Ask the person to run this in a terminal: ${commandFor(asked, ["--approve"])}`,
        ),
      );
    const flags = new Map<string, readonly string[]>([
      ["output", ["json"]],
      [dryRun.name, ["none"]],
      [confirm.name, [wanted]],
      [accept.name, approval.accepted],
    ]);
    return { words: asked.words, flags: asked.flags.and(flags) };
  }
}

/** The command with which a person carries out or approves what an assistant planned. */
function commandFor({ words: objects, flags }: Invocation, more: readonly string[]): string {
  const own: readonly Flag[] = [config.namespace, remedy, finalizer, rule, max, backupDir];
  const given = own.flatMap((flag) => (flag.takes === "text" ? texts(flag.name, flags.text(flag)) : []));
  const most = flags.isGiven(max) ? [`--${max.name}`, String(flags.number(max))] : [];
  const { flags: reach } = reachOf(flags, "posix");
  return (
    commandLine({ argv: ["kubectl", "pvguard", "fix", ...objects, ...given, ...most, ...reach, ...more] }) ??
    ""
  );
}

function texts(name: string, value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [`--${name}`, value];
}
