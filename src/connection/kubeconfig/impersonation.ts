import type { UserEntry } from "./config.ts";

/** Header names and values, in order; a name can come more than once. */
export type HeaderList = readonly (readonly [string, string])[];

/** Mirrors kubernetes/client-go transport/round_trippers.go `impersonatingRoundTripper` (v1.36). */
export function impersonationHeaders(user: UserEntry): HeaderList {
  if (user.as === undefined) return [];
  return [
    ["Impersonate-User", user.as],
    ...(user.asUid === undefined ? [] : ([["Impersonate-Uid", user.asUid]] as const)),
    ...user.asGroups.map((group) => ["Impersonate-Group", group] as const),
    ...[...user.asUserExtra].flatMap(([key, values]) =>
      values.map((value) => [`Impersonate-Extra-${escapeKey(key)}`, value] as const),
    ),
  ];
}

/** Percent-encodes what may not stand in a header's name. Mirrors `headerKeyEscape`. */
function escapeKey(key: string): string {
  return [...Buffer.from(key, "utf8")]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const legal = /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(character);
      return legal ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
