import { markdown } from "../report/table.ts";
import type { Cost } from "../runner/measure.ts";

/** What a command takes for one size of a shape. */
interface Point {
  readonly size: number;
  /** In the whole cluster. */
  readonly objects: number;
  readonly cost: Cost;
}

/** How what a command takes grows with a shape. */
export interface Growth {
  readonly shape: string;
  readonly command: string;
  /** 1: twice the size takes twice the time, without that of the start; 2: four times. */
  readonly exponent: number;
  /** At the largest size, as what follows. */
  readonly objects: number;
  readonly seconds: number;
  readonly milliseconds: number;
  readonly megabytes: number;
}

export function cpuOf({ user, system }: Cost): number {
  return user + system;
}

/** What is shorter than the clock can tell counts as this. */
const tick = 0.01;

/** The first of the points is the start: a cluster of the same shape with next to nothing in it. */
export function growthOf(shape: string, command: string, [start, ...points]: readonly Point[]): Growth {
  const last = points.at(-1);
  if (start === undefined || last === undefined) throw new Error("nothing was measured");
  const above = ({ cost }: Point) => Math.max(tick, cpuOf(cost) - cpuOf(start.cost));
  return {
    shape,
    command,
    exponent: slope(points.map((point) => ({ x: Math.log(point.size), y: Math.log(above(point)) }))),
    objects: last.objects,
    seconds: cpuOf(last.cost),
    milliseconds: (1000 * above(last)) / last.objects,
    megabytes: last.cost.peakMemory / 1e6,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Of the line with the least squares of differences. */
function slope(places: readonly Place[]): number {
  const mean = (of: (place: Place) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [x, y] = [mean((place) => place.x), mean((place) => place.y)];
  return mean((place) => (place.x - x) * (place.y - y)) / mean((place) => (place.x - x) ** 2);
}

const header = ["command", "exponent", "objects", "user+sys, s", "ms an object", "peak RSS, MB"];

export function growthLine({ command, exponent, objects, seconds, milliseconds, megabytes }: Growth) {
  return [
    `\`${command}\``,
    exponent.toFixed(2),
    objects.toLocaleString("en"),
    seconds.toFixed(2),
    milliseconds.toFixed(3),
    megabytes.toFixed(0),
  ];
}

/** A table for each shape. */
function growthTables(growths: readonly Growth[]): string {
  const shapes = [...new Set(growths.map(({ shape }) => shape))];
  return shapes
    .map((shape) => {
      const lines = growths.filter((growth) => growth.shape === shape).map(growthLine);
      return `### ${shape[0]?.toUpperCase()}${shape.slice(1)}\n\n${markdown(header, lines)}`;
    })
    .join("\n");
}

const title = "## How it grows";

/**
 * The part of docs/performance.md that tells of it.
 *
 * @param all how many commands the benchmark has, for all shapes
 */
export function growthTold(
  growths: readonly Growth[],
  sizes: readonly number[],
  machine: string,
  all: number,
): string {
  const told = sizes.map((size) => size.toLocaleString("en")).join(", ");
  return `${title}

\`npm run bench:growth -- --write\` measured this and wrote this part, on this machine: ${machine}.

Each shape is a cluster in which one thing is as large as it likes: N is ${told}. Commands read it from a file. The exponent is
the slope of the logarithm of the CPU time over the logarithm of N, without the time that the same command takes where N is
1. With an exponent of 1, twice the size takes twice the time; with 2, four times. Below 1, much of the time goes into
compiling the program while it runs. The other columns are those of the largest N. Objects are all that the file has.

With a load average above 1, other programs ran at the same time: on a quiet machine each value is smaller. Of the ${all} commands
that the benchmark has for all its shapes, ${growths.length} were measured here.

${growthTables(growths)}`;
}

/** The part as it stands in a page, up to the next one. */
export function growthIn(page: string): string | undefined {
  const begin = page.indexOf(`${title}\n`);
  if (begin < 0) return undefined;
  const end = page.indexOf("\n## ", begin + title.length);
  return end < 0 ? page.slice(begin) : page.slice(begin, end + 1);
}

/** The page with this part instead of its own, or before how it is measured. */
export function withGrowth(page: string, part: string): string {
  const before = growthIn(page);
  if (before !== undefined) return page.replace(before, () => `${part}\n`);
  return page.replace("## How it is measured\n", (next) => `${part}\n${next}`);
}
