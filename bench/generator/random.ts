/** Numbers that look random, and are the same in every run. */
export interface Random {
  /** From 0 up to, and without, this. */
  below(limit: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** Hexadecimal digits. */
  hex(digits: number): string;
  uid(): string;
  /** As in the names of a ReplicaSet's pods. */
  suffix(length: number): string;
}

/** mulberry32 by Tommy Ettinger, which is in the public domain. */
export function random(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  const letters = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)] ?? "").join("");
  const hex = (digits: number) => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };

  return {
    below,
    hex,
    pick: (from) => from[below(from.length)] ?? from[0],
    uid() {
      const digits = hex(32);
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
    },
    suffix: (length) => letters("bcdfghjklmnpqrstvwxz2456789", length),
  };
}
