/** Protobuf as Go writes it, one field after the other. */
export function varint(number: number, value: number): Buffer {
  const short = value >= 0 && value < 2 ** 28 ? value : BigInt.asUintN(64, BigInt(value));
  return Buffer.concat([numberBytes(number << 3), numberBytes(short)]);
}

export function delimited(number: number, value: Uint8Array | string): Buffer {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([numberBytes((number << 3) | 2), numberBytes(bytes.length), bytes]);
}

export function numberBytes(value: bigint | number): Buffer {
  return typeof value === "number" && value < 2 ** 28 ? shortBytes(value) : longBytes(BigInt(value));
}

function shortBytes(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function longBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
