import type { Values } from "../generator/frozen.ts";

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The same object at another time: a real server's clock is not the generator's. */
export function moved(object: Values, milliseconds: number): Values {
  return movedValue(object, milliseconds) as Values;
}

function movedValue(value: unknown, by: number): unknown {
  if (typeof value === "string") return moment.test(value) ? movedMoment(value, by) : value;
  if (Array.isArray(value)) return value.map((each) => movedValue(each, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, movedValue(inside, by)]));
}

function movedMoment(text: string, by: number): string {
  const [, parts] = moment.exec(text) ?? [];
  const whole = new Date(Date.parse(text) + by).toISOString();
  return parts === undefined ? whole.replace(/\.\d+Z$/, "Z") : whole.replace(/\.\d+Z$/, `${parts}Z`);
}
