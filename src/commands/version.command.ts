import type { Command } from "./command.ts";
import { formatOf, outputFlag } from "./flags/index.ts";

const output = outputFlag(["json"]);

export const version: Command = {
  name: "version",
  summary: "Print the version of pvguard",
  description: "Prints the version. With -o json also the path of the program and the runtime.",
  usage: "",
  examples: [
    { what: "The version", line: "version" },
    { what: "With the path of the program and the runtime", line: "version -o json" },
  ],
  flags: [output],
  words: { of: "none" },
  async run({ flags }, { out, about }) {
    const isJson = formatOf(flags, output) === "json";
    out.write(isJson ? `${JSON.stringify(about, null, 4)}\n` : `kubectl-pvguard ${about.version}\n`);
    return 0;
  },
};
