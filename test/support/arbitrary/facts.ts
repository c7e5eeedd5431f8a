import fc from "fast-check";

export const driver = "ebs.csi.aws.com";

export const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

export const name = fc.constantFrom("a", "b", "c");

export const namespace = fc.constantFrom("shop", "bank");

export const nodeName = fc.constantFrom("n1", "n2", "gone");

export const uid = fc.constantFrom("a-uid", "b-uid", "c-uid");

export const deleted = maybe(fc.constantFrom("2026-11-20T08:00:00Z", "2026-11-20T11:59:30Z"));

export const someOf = (...values: readonly string[]) => fc.subarray([...values]);

/** Leaves out the facts that are `undefined`, as the makers want it. */
export function facts<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

export const meta = { name, deletionTimestamp: deleted };

export const owners = fc
  .record({ kind: fc.constantFrom("StatefulSet", "Pod", "Kafka"), name, uid, block: fc.boolean() })
  .map(({ kind, block, ...rest }) => ({
    apiVersion: kind === "Pod" ? "v1" : kind === "Kafka" ? "kafka.strimzi.io/v1" : "apps/v1",
    kind,
    blockOwnerDeletion: block,
    ...rest,
  }));
