import type { Flag } from "../../commands/index.ts";

/** Flags as `kubectl options` lists them. kubernetes/kubectl pkg/util/templates/help_flags_printer.go, v0.36. */
export function optionsText(flags: readonly Flag[]): string {
  const sorted = [...flags].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.map((flag) => `    ${nameOf(flag)}=${defaultOf(flag)}:\n\t${flag.help}\n`).join("\n");
}

function nameOf(flag: Flag): string {
  return flag.short === undefined ? `--${flag.name}` : `-${flag.short}, --${flag.name}`;
}

function defaultOf(flag: Flag): string {
  switch (flag.takes) {
    case "nothing":
      return "false";
    case "text":
      return `'${flag.default ?? ""}'`;
    case "choice":
      return `'${flag.default}'`;
    case "texts":
      return "[]";
    case "number":
      return String(flag.default);
  }
}
