import { exemptControllers } from "../../guard/index.ts";

/** @param names more users, or groups, that pass */
export function isExempt(
  { username, groups }: { readonly username: string; readonly groups: readonly string[] },
  names: readonly string[],
): boolean {
  return (
    exemptControllers.some(({ user }) => user === username) ||
    names.includes(username) ||
    groups.some((group) => names.includes(group))
  );
}
