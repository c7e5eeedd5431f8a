const smallest: i32 = 64;
/** There is no room for more in one piece. */
const largest: i32 = 1 << 29;
/** Numbers from here on are written in two parts. */
const large: u64 = 1 << 30;

/** Bytes that are written one after the other, and numbers among them: a smaller one takes fewer bytes. */
@unmanaged
export class Bytes {
  start: usize = 0;
  length: i32 = 0;
  room: i32 = 0;

  @inline
  byte(value: u32): void {
    if (this.length == this.room) this.reserve(1);
    store<u8>(this.start + this.length, value);
    this.length++;
  }

  number(value: u64): void {
    if (this.length + 10 > this.room) this.reserve(10);
    let at = this.start + this.length;
    let left = value;
    for (; left > 0x7f; left >>= 7) {
      store<u8>(at, <u32>(left & 0x7f) | 0x80);
      at++;
    }
    store<u8>(at, <u32>left);
    this.length = <i32>(at + 1 - this.start);
  }

  /** As `Reader.signed` reads it. */
  signed(value: i64): void {
    const sign: u64 = value < 0 ? 2 : 0;
    const size: u64 = value < 0 ? <u64>-(value + 1) : <u64>value;
    if (size < large) this.number(size * 4 + sign);
    else {
      this.number((size % large) * 4 + sign + 1);
      this.number(size / large);
    }
  }

  /** A number of 32 bits in four bytes. */
  @inline
  word(value: i32): void {
    if (this.length + 4 > this.room) this.reserve(4);
    store<i32>(this.start + this.length, value);
    this.length += 4;
  }

  /** Where so many more bytes are to be written. */
  @inline
  place(count: i32): usize {
    if (this.length + count > this.room) this.reserve(count);
    const at = this.start + this.length;
    this.length += count;
    return at;
  }

  copy(from: usize, length: i32): void {
    if (this.length + length > this.room) this.reserve(length);
    memory.copy(this.start + this.length, from, length);
    this.length += length;
  }

  /** Makes room for so many more bytes. */
  reserve(count: i32): void {
    const needed = this.length + count;
    if (needed <= this.room) return;
    if (needed > largest || needed < 0) unreachable();
    let room = max(this.room * 2, smallest);
    while (room < needed) room *= 2;
    this.start = this.start == 0 ? heap.alloc(room) : heap.realloc(this.start, room);
    this.room = room;
  }

  free(): void {
    if (this.start != 0) heap.free(this.start);
    this.start = 0;
    this.length = this.room = 0;
  }
}

/** With the room for what it says of itself. */
export function discard(bytes: Bytes): void {
  bytes.free();
  heap.free(changetype<usize>(bytes));
}

/** The last bytes are compared twice where they are not as many as are compared at once. */
export function isSame(one: usize, other: usize, length: usize): bool {
  if (length < 8) return isShortSame(one, other, length);
  let at: usize = 0;
  for (; at + 8 < length; at += 8) if (load<u64>(one + at) != load<u64>(other + at)) return false;
  return load<u64>(one + length - 8) == load<u64>(other + length - 8);
}

function isShortSame(one: usize, other: usize, length: usize): bool {
  if (length >= 4)
    return (
      ((load<u32>(one) ^ load<u32>(other)) | (load<u32>(one + length - 4) ^ load<u32>(other + length - 4))) ==
      0
    );
  for (let at: usize = 0; at < length; at++) if (load<u8>(one + at) != load<u8>(other + at)) return false;
  return true;
}
