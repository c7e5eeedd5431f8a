import type { Count, Switch } from "../flags/index.ts";

export const answerSize: Count = {
  takes: "number",
  name: "answer-size",
  default: 30_000,
  help: "Characters of one answer. What does not fit is counted, and can be asked for",
};

export const allowWrites: Switch = {
  takes: "nothing",
  name: "allow-writes",
  help: "Add the tool apply_fix, for plans that a person approves with fix --approve in a terminal",
};
