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

export const scripts: ReadonlyMap<string, string> = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
  ["powershell", powershell],
]);
