/** A reporter: how long the tests of each file took, in milliseconds. It is loaded before tsx is. */
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

export default async function* recordTimes(events) {
  const sums = {};
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || data.file === undefined)
      continue;
    const path = relative(root, data.file);
    sums[path] = (sums[path] ?? 0) + data.details.duration_ms;
  }
  yield `${JSON.stringify(sums)}\n`;
}
