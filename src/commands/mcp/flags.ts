import type { Count } from "../flags/index.ts";

export const answerSize: Count = {
  takes: "number",
  name: "answer-size",
  default: 30_000,
  help: "Characters of one answer. What does not fit is counted, and can be asked for",
};
