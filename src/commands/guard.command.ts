import { accidents } from "../guard/index.ts";
import { guardRenderers } from "../render/index.ts";
import { plainOptions } from "../render/renderer.ts";
import type { Command } from "./command.ts";
import { usageError } from "./failure.ts";
import { config, noInput } from "./flags/index.ts";
import * as flagsOf from "./guard/flags.ts";
import { installed } from "./guard/install.ts";
import { guardsWanted } from "./guard/wanted.ts";
import { formatsOf, outputsOf } from "./outputs.ts";
import { saveRendered } from "./print.ts";

/** One for each guard, as wide as the help. */
function accidentLines(): string {
  return accidents.map(({ name, short }) => `  ${name.padEnd(16)}${short}.`).join("\n");
}

export const guard: Command = {
  name: "guard",
  summary: "Print or install policies that refuse what loses data by accident",
  description: `Prints ValidatingAdmissionPolicies that warn of, or refuse, what loses data by
accident: deleting a claim whose data is deleted with it, and more.`,
  details: `Each guard is against one accident:

${accidentLines()}

Start with --mode=audit or warn: nothing is refused, and the server's audit
log shows what would be. --mode=deny refuses it, until the object has the
annotation that the refusal names. Its value is the uid of that object.

The namespace controller, the garbage collector and the volume controllers of
Kubernetes pass. Name others that delete claims, such as operators, with
--exempt.

A policy sees the object of the request and one other. docs/guard.md lists
what it cannot see. --namespaces and --selector do not limit the guards of
volumes, StorageClasses and drivers.

"kubectl pvguard guard serve --help" tells of the webhook, which looks at more
objects than a policy can.

guard prints and reads no cluster, unless --install or --uninstall is given.
The policies need Kubernetes 1.30 or newer.

Exit codes of --install and --uninstall: 0 done, or nothing to do; 2 wrong
usage; 3 not decided, because something could not be read; 4 the server could
not be reached; 5 refused, nothing (more) was sent; 6 sent, but the result is
not proven.`,
  usage: "",
  examples: [
    { what: "See the policies; they warn, and refuse nothing", line: "guard" },
    { what: "Install them, after a confirmation", line: "guard --install" },
    { what: "Refuse accidents in namespaces with a label", line: "guard --mode deny -l env=prod --install" },
    { what: "See what would change, and ask the server about it", line: "guard --install --dry-run=server" },
    { what: "Only the guards of claims and namespaces", line: "guard --only namespace,claim-data" },
    {
      what: "Let an operator delete its claims",
      line: "guard --mode deny --exempt system:serviceaccount:cnpg-system:cnpg-manager",
    },
    { what: "Apply them with kubectl", line: "guard --mode deny | kubectl apply -f -" },
    { what: "Delete them again", line: "guard --uninstall" },
  ],
  common: ["mode", "only", "install", "dry-run", "output"],
  flags: flagsOf.guardFlags,
  words: { of: "none" },
  insteadOf: noInput("guard", "Without --install, it prints manifests and reads nothing."),
  async run(invocation, surroundings) {
    const { flags } = invocation;
    const isInstall = flags.isOn(flagsOf.install);
    const isUninstall = flags.isOn(flagsOf.uninstall);
    if (isInstall && isUninstall) throw usageError("--install and --uninstall cannot be used together");
    const choosing = [flagsOf.mode, flagsOf.only, flagsOf.namespaces, flagsOf.selector, flagsOf.exempt];
    const [first] = choosing.filter((flag) => flags.isGiven(flag));
    if (isUninstall && first !== undefined)
      throw usageError(`--uninstall deletes all guards: remove --${first.name}`);
    if (flags.isGiven(config.namespace))
      throw usageError("--namespace does not limit the guards: use --namespaces");
    const guards = guardsWanted(flags);
    if (isInstall || isUninstall)
      return await installed(guards, isInstall ? "install" : "uninstall", invocation, surroundings);
    const [writing] = flagsOf.writingFlags.filter((flag) => flags.isGiven(flag));
    if (writing !== undefined) throw usageError(`--${writing.name} needs --install or --uninstall`);
    const outputs = await outputsOf(flags, flagsOf.output, formatsOf(guardRenderers, "items"), surroundings);
    const renderer = (await outputs.printed?.load()) ?? guardRenderers[0];
    const manifests = guards.flatMap(({ policy, binding }) => [policy, binding]);
    surroundings.out.write(renderer?.render(manifests, plainOptions) ?? "");
    return await saveRendered(outputs, manifests, plainOptions, surroundings);
  },
};
