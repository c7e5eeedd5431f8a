/** Strictly: no longer form than needed, no half of a surrogate pair, nothing beyond U+10FFFF. The Unicode Standard, table 3-7. */
export function isUtf8(from: usize, to: usize): bool {
  let at = from;
  while (at < to) {
    const first: u32 = load<u8>(at);
    if (first < 0x80) {
      at++;
      continue;
    }
    const length = lengthAfter(first);
    if (length == 0 || length > to - at) return false;
    const second: u32 = load<u8>(at, 1);
    if (second < lowestAfter(first) || second > highestAfter(first)) return false;
    if (length > 2 && !goesOn(load<u8>(at, 2))) return false;
    if (length > 3 && !goesOn(load<u8>(at, 3))) return false;
    at += length;
  }
  return true;
}

function lengthAfter(first: u32): usize {
  if (first >= 0xc2 && first <= 0xdf) return 2;
  if (first >= 0xe0 && first <= 0xef) return 3;
  return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

function lowestAfter(first: u32): u32 {
  if (first == 0xe0) return 0xa0;
  return first == 0xf0 ? 0x90 : 0x80;
}

function highestAfter(first: u32): u32 {
  if (first == 0xed) return 0x9f;
  return first == 0xf4 ? 0x8f : 0xbf;
}

function goesOn(byte: u32): bool {
  return (byte & 0xc0) == 0x80;
}
