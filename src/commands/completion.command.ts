import { say, words } from "../model/index.ts";
import type { Command } from "./command.ts";
import { scripts } from "./completion/scripts.ts";
import type { Edge } from "./edge.ts";
import type { ExitCode } from "./exit-code.ts";
import { Failure } from "./failure.ts";
import type { Switch } from "./flags/index.ts";
import { nearest } from "./nearest.ts";
import { printLine } from "./print.ts";

const shells = [...scripts.keys()];

const install: Switch = {
  takes: "nothing",
  name: "install",
  help: "Install kubectl_complete-pvguard next to kubectl-pvguard, where kubectl's own completion finds it.",
};

export const completion: Command = {
  name: "completion",
  summary: "Set up shell completion (bash, zsh, fish, or powershell)",
  description: `Sets up shell completion for pvguard.`,
  details: `kubectl 1.26 and newer complete "kubectl pvguard" if they find
kubectl_complete-pvguard on the PATH. npm installs it there. After an
installation with krew, run this command with --install.

With the name of a shell, it prints code that completes "kubectl-pvguard", for
use without kubectl.`,
  usage: `(${shells.join("|")} | --install)`,
  examples: [
    {
      what: "Set up completion, after an installation with krew",
      line: "completion --install",
    },
    {
      what: "Write the code for bash, to complete kubectl-pvguard",
      line: "completion bash > ~/.kube/pvguard.bash.inc",
    },
    {
      what: "Write the code for fish, to complete kubectl-pvguard",
      line: "completion fish > ~/.config/fish/completions/kubectl-pvguard.fish",
    },
  ],
  common: [["--install", "Install the program that kubectl asks for completions"]],
  flags: [install],
  words: { of: "choices", values: shells },
  async run({ words: given, flags }, edge) {
    if (flags.isOn(install)) return await installed(edge);
    const [shell, ...others] = given;
    if (shell === undefined || others.length > 0) throw wrong(`specify one shell: ${shells.join(", ")}`);
    const script = scripts.get(shell);
    if (script === undefined) throw unknownShell(shell);
    edge.out.write(script);
    return 0;
  },
};

async function installed(edge: Edge): Promise<ExitCode> {
  const done = await edge.installCompleter();
  switch (done.state) {
    case "installed":
      printLine(edge.out, say`${done.path} installed`);
      return 0;
    case "already":
      printLine(edge.out, say`${done.path} is already installed`);
      return 0;
    case "refused":
      throw new Failure("local-io", say`error: could not install ${done.path}: ${done.because}`);
  }
}

function wrong(problem: string): Failure {
  return new Failure(
    "usage",
    say`error: ${words(problem)}${words("\nSee 'kubectl pvguard completion -h' for help and examples")}`,
  );
}

function unknownShell(shell: string): Failure {
  const [meant] = nearest(shell, shells);
  const hint = meant === undefined ? [] : words(`\n\nDid you mean this?\n\t${meant}`);
  return new Failure("usage", say`error: unsupported shell type "${shell}"${hint}`);
}
