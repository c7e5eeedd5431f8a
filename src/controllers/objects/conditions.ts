/** A condition of an object, as most kinds have them. */
interface Condition {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
}

/** The condition of this type, if it is true now. */
export function trueCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type && condition.status === "True");
}
