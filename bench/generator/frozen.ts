export type Values = Readonly<Record<string, unknown>>;

/** A part that many objects share: it is put into bytes once. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
