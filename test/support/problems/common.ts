import fc from "fast-check";

/** The first of these is what a case shrinks to, and as likely as the others. */
export const one = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** The first is the usual case, and as likely as all others together. */
export const mostly = <const T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { arbitrary: fc.constant<T>(usual), weight: others.length },
    { arbitrary: fc.constantFrom<T>(...others), weight: others.length },
  );

export const driver = "ebs.csi.aws.com";
export const attacherFinalizer = "external-attacher/ebs-csi-aws-com";

/** Before the clock of the tests, 2026-11-20T12:00. */
export const moments = {
  long: "2026-11-01T08:00:00Z",
  yesterday: "2026-11-19T12:00:00Z",
  today: "2026-11-20T08:00:00Z",
  now: "2026-11-20T11:59:30Z",
} as const;

/** When something was deleted, if it was. */
export const deletion = mostly(undefined, moments.today, moments.now);

/** Without the facts that are `undefined`, as the makers want them. */
export function facts<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}
