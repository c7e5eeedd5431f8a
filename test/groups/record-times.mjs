/** A reporter: how long the tests of each file took, in milliseconds. It is loaded before tsx is. */

/** The file is in a folder of its own below `.cache`, or it is the source, if Node.js follows source maps. */
const ours = /(?:\.cache\/[^/]+|test)\/(.+)\.(?:mjs|ts)$/;

export default async function* recordTimes(events) {
  const sums = {};
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.nesting > 0 || data.file === undefined)
      continue;
    const [, name] = ours.exec(data.file) ?? [];
    if (name === undefined) continue;
    const path = `${name}.ts`;
    sums[path] = (sums[path] ?? 0) + data.details.duration_ms;
  }
  yield `${JSON.stringify(sums)}\n`;
}
