import { documentFormats } from "../render/machine.ts";
import { plainOptions } from "../render/renderer.ts";
import type { Command } from "./command.ts";
import { formatOf, outputFlag } from "./flags/index.ts";
import type { About } from "./surroundings.ts";

const formats = documentFormats((about: About) => about);
const output = outputFlag(formats.map(({ name }) => name));

export const version: Command = {
  name: "version",
  summary: "Print the version of pvguard",
  description: "Prints the version of pvguard.",
  details: "With -o json or yaml it also prints the path of the program and the runtime.",
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
    const asked = formatOf(flags, output);
    const format = formats.find(({ name }) => name === asked);
    out.write(
      format === undefined ? `kubectl-pvguard ${about.version}\n` : format.render(about, plainOptions),
    );
    return 0;
  },
};
