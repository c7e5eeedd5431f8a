const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;
const open = 0x7b;
const close = 0x7d;

/** Where the value of a member of an object begins, and, when that is asked, ends. */
interface Member {
  readonly from: number;
  to(): number;
}

/**
 * Looks for a key of the object that begins at `start`, whose values are all objects, without parsing what comes
 * before it. JSON that is written in another way than without spaces and escapes, or breaks off, is `not compact`.
 */
export function findMember(bytes: Buffer, start: number, quoted: Buffer): Member | "absent" | "not compact" {
  if (bytes[start] !== open) return "not compact";
  if (bytes[start + 1] === close) return "absent";
  for (let at = start + 1; ; at++) {
    const keyEnd = endOfKey(bytes, at);
    if (keyEnd === undefined || bytes[keyEnd] !== colon || bytes[keyEnd + 1] !== open) return "not compact";
    const from = keyEnd + 1;
    if (keyEnd - at === quoted.length && isAt(bytes, at, quoted)) {
      return { from, to: () => endOfObject(bytes, from) ?? bytes.length };
    }
    const end = endOfObject(bytes, from);
    if (end === undefined) return "not compact";
    if (bytes[end] === close) return "absent";
    if (bytes[end] !== comma) return "not compact";
    at = end;
  }
}

export function isAt(bytes: Buffer, at: number, expected: Buffer): boolean {
  for (let offset = 0; offset < expected.length; offset++)
    if (bytes[at + offset] !== expected[offset]) return false;
  return true;
}

/** The place after a key without escapes. */
function endOfKey(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== quote) return undefined;
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) return undefined;
    if (bytes[at] === quote) return at + 1;
  }
  return undefined;
}

/** The place after an object. */
function endOfObject(bytes: Buffer, start: number): number | undefined {
  const { length } = bytes;
  let depth = 0;
  for (let at = start; at < length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at++; at < length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++;
    } else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return at + 1;
  }
  return undefined;
}
