import type { Accident } from "./accident.ts";

/** How a policy or a binding is known to be pvguard's. */
export const mark = {
  labels: { "app.kubernetes.io/managed-by": "pvguard" },
  nameOf: ({ name }: Pick<Accident, "name">): string => `pvguard-${name}`,
} as const;
