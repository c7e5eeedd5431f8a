/**
 * A strict reader of the Prometheus text format, version 0.0.4, as its grammar has it:
 * https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
 */
interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly series: readonly Series[];
}

const metricName = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const labelPair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(,|$)/y;

export function parsePrometheus(text: string): readonly Family[] {
  if (!text.endsWith("\n")) throw new Error("the last line must end with a line feed");
  const families: { name: string; help: string; type: string; series: Series[] }[] = [];
  for (const line of text.slice(0, -1).split("\n")) {
    const help = new RegExp(`^# HELP (${metricName}) (.*)$`).exec(line);
    const type = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram|summary|untyped)$`).exec(line);
    const last = families.at(-1);
    if (help !== null) {
      if (families.some(({ name }) => name === help[1]))
        throw new Error(`two families are called ${help[1]}`);
      families.push({ name: help[1] ?? "", help: help[2] ?? "", type: "", series: [] });
    } else if (type !== null) {
      if (last === undefined || last.name !== type[1] || last.type !== "")
        throw new Error(`TYPE out of place: ${line}`);
      last.type = type[2] ?? "";
    } else {
      const series = parseSeries(line);
      if (last === undefined || !isOf(last, series.name)) throw new Error(`out of its family: ${line}`);
      const key = JSON.stringify([series.name, series.labels]);
      if (last.series.some(({ name, labels }) => JSON.stringify([name, labels]) === key))
        throw new Error(`twice: ${line}`);
      last.series.push(series);
    }
  }
  return families;
}

function isOf({ name, type }: Pick<Family, "name" | "type">, sample: string): boolean {
  const ends = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
  return ends.some((end) => sample === name + end);
}

function parseSeries(line: string): Series {
  const match = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (\\S+)$`).exec(line);
  if (match === null) throw new Error(`no sample: ${JSON.stringify(line)}`);
  const [, name = "", labels = "", value = ""] = match;
  const number = Number(value);
  if (!/^[+-]?(\d+(\.\d+)?([eE][+-]?\d+)?|Inf)$|^NaN$/.test(value)) throw new Error(`no value: ${line}`);
  return { name, labels: parseLabels(labels), value: number };
}

function parseLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  let at = 0;
  while (at < text.length) {
    labelPair.lastIndex = at;
    const match = labelPair.exec(text);
    if (match === null) throw new Error(`no label pair: ${text.slice(at, at + 60)}`);
    const [, name = "", value = ""] = match;
    if (Object.hasOwn(labels, name)) throw new Error(`label ${name} twice`);
    labels[name] = value.replaceAll(/\\([\\"n])/g, (_, escaped) => (escaped === "n" ? "\n" : escaped));
    at = labelPair.lastIndex;
  }
  return labels;
}
