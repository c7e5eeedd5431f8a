import type { Command } from "./command.ts";
import { formatOf, outputFlag } from "./flags/index.ts";

const output = outputFlag(["json"]);

export const version: Command = {
  name: "version",
  summary: "Print the version of pvguard",
  description: "Prints the version of pvguard.",
  details: "With -o json it also prints the path of the program and the runtime.",
  usage: "",
  examples: [
    { what: "Print the version", line: "version" },
    { what: "Print it as JSON, with the path of the program and the runtime", line: "version -o json" },
    { what: "Find out which file kubectl runs as its plugin", line: "version -o json | jq -r .path" },
  ],
  common: ["output"],
  flags: [output],
  words: { of: "none" },
  async run({ flags }, { out, about }) {
    const isJson = formatOf(flags, output) === "json";
    out.write(isJson ? `${JSON.stringify(about, null, 4)}\n` : `kubectl-pvguard ${about.version}\n`);
    return 0;
  },
};
