import type { AccessQuestion } from "../../executor/index.ts";

/** Each question once. */
export function distinct(questions: readonly AccessQuestion[]): readonly AccessQuestion[] {
  return [...new Map(questions.map((question) => [JSON.stringify(question), question])).values()];
}
