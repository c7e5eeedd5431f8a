/** Protobuf as Go writes it, one field after the other. */
export function varint(number: number, value: number): Buffer {
  return Buffer.concat([numberBytes(BigInt(number << 3)), numberBytes(BigInt.asUintN(64, BigInt(value)))]);
}

export function delimited(number: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([numberBytes(BigInt((number << 3) | 2)), numberBytes(BigInt(bytes.length)), bytes]);
}

export function numberBytes(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}
