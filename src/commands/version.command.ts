import type { Command } from "./command.ts";
import { formatOf, outputFlag } from "./flags/index.ts";

const output = outputFlag(["json"]);

export const version: Command = {
  name: "version",
  summary: "Print the version of pvguard",
  description: "Prints the version. With -o json also which file runs, and what runs it.",
  usage: "",
  examples: [
    { what: "The version", line: "version" },
    { what: "Which file is it that runs?", line: "version -o json" },
  ],
  flags: [output],
  words: { of: "none" },
  async run({ flags }, { out, about }) {
    const isJson = formatOf(flags, output) === "json";
    out.write(isJson ? `${JSON.stringify(about, null, 4)}\n` : `kubectl-pvguard ${about.version}\n`);
    return 0;
  },
};
