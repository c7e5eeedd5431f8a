import { say, words } from "../kubernetes/index.ts";
import type { Command } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { Failure } from "./failure.ts";
import type { Switch } from "./flags/index.ts";
import { nearest } from "./nearest.ts";
import { printLine } from "./print.ts";
import type { Surroundings } from "./surroundings.ts";

/*
 * Completion of `kubectl-pvguard` when it is run by that name. `kubectl pvguard` is completed by kubectl's own script,
 * which asks `kubectl_complete-pvguard`. Both speak the same protocol: candidates one a line, perhaps with a tab and a
 * description, then a colon and Cobra's bit mask (2: no space behind, 4: no file names).
 */

const bash = `# bash completion for kubectl-pvguard
_kubectl_pvguard() {
  local line directive=0
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :[0-9]*) directive=\${line#:} ;;
      ?*) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(kubectl-pvguard __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if ((directive & 2)); then compopt -o nospace; fi
  if (((directive & 4) == 0 && \${#COMPREPLY[@]} == 0)); then compopt -o default; fi
}
complete -F _kubectl_pvguard kubectl-pvguard
`;

const zsh = `#compdef kubectl-pvguard
_kubectl_pvguard() {
  local -a candidates
  local line directive=0
  for line in "\${(@f)$(kubectl-pvguard __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :<->) directive=\${line#:} ;;
      ?*) candidates+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  if ((\${#candidates} == 0 && (directive & 4) == 0)); then _files; return; fi
  if ((directive & 2)); then _describe candidate candidates -S ''; else _describe candidate candidates; fi
}
compdef _kubectl_pvguard kubectl-pvguard
`;

const fish = `# fish completion for kubectl-pvguard
function __kubectl_pvguard
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    kubectl-pvguard __complete $words[2..-1] "$current" 2>/dev/null | string match -rv '^:\\d+$'
end
complete -c kubectl-pvguard -f -a '(__kubectl_pvguard)'
`;

const powershell = `# PowerShell completion for kubectl-pvguard
Register-ArgumentCompleter -Native -CommandName 'kubectl-pvguard' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($wordToComplete -eq '') { $words += '' }
    & kubectl-pvguard __complete @words 2>$null | Where-Object { $_ -notmatch '^:\\d+$' } | ForEach-Object {
        $name, $about = $_ -split [char]9, 2
        if (-not $about) { $about = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $about)
    }
}
`;

const scripts: ReadonlyMap<string, string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
  ["powershell", powershell],
]);

const shells = [...scripts.keys()];

const install: Switch = {
  takes: "nothing",
  name: "install",
  help: "Install kubectl_complete-pvguard next to kubectl-pvguard, where kubectl's own completion finds it",
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
  common: ["install"],
  flags: [install],
  words: { of: "choices", values: shells },
  async run({ words: given, flags }, surroundings) {
    if (flags.isOn(install)) return await installed(surroundings);
    const [shell, ...others] = given;
    if (shell === undefined || others.length > 0) throw wrong(`specify one shell: ${shells.join(", ")}`);
    const script = scripts.get(shell);
    if (script === undefined) throw unknownShell(shell);
    surroundings.out.write(script);
    return 0;
  },
};

async function installed(surroundings: Surroundings): Promise<ExitCode> {
  const done = await surroundings.installCompleter();
  switch (done.state) {
    case "installed":
      printLine(surroundings.out, say`${done.path} installed`);
      return 0;
    case "already":
      printLine(surroundings.out, say`${done.path} is already installed`);
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
