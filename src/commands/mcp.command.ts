import type { Command } from "./command.ts";
import { backupDirFlag, chunkSize, inputFlags, maxInFlight } from "./flags/index.ts";
import { allowWrites, answerSize } from "./mcp/flags.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Answer an assistant: a Model Context Protocol server",
  description: `Answers the questions of an assistant over standard input and output, as a
server of the Model Context Protocol.`,
  details: `The tools are why, blockers, audit, explain and plan_fix. They take an object,
a namespace and a context, as the commands do. They only read: plan_fix makes
a plan, and a person carries it out with fix.

Each answer has the same JSON document as the command, what could not be read,
and what was left out because of --answer-size. Text from the cluster stands
between marks, and is said to be data: it must not instruct the assistant.

With --context, the tools ask that cluster alone. With --from, they read those
files alone. Otherwise they can be told a context, or files that you may read.

With --allow-writes there is also apply_fix. It carries out a plan only after
a person has seen and approved that plan in a terminal, with fix --approve.

The server ends with the input. Messages for people go to standard error.

Exit codes: 0 the input has ended, or a signal came; 2 wrong usage.`,
  usage: "",
  examples: [
    { what: "Serve the current context; a client of the protocol starts this", line: "mcp" },
    { what: "Let the assistant ask one cluster alone", line: "mcp --context prod" },
    { what: "Let it ask about a must-gather, and no cluster", line: "mcp --from must-gather.tar.gz" },
  ],
  common: ["context", "namespace", "from", "answer-size"],
  flags: [
    answerSize,
    allowWrites,
    backupDirFlag("approvals, backups and the journal"),
    ...inputFlags,
    chunkSize,
    maxInFlight,
  ],
  words: { of: "none" },
  insteadOf: { output: "the answers have the JSON documents of the commands" },
  async run({ flags }, surroundings) {
    const { serveLines } = await import("./mcp/serve.ts");
    return await serveLines(flags, surroundings);
  },
};
