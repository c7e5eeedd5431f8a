/** Programs one behind the other, each after how many words it has. */
export function joined(programs: readonly Int32Array[]): Int32Array {
  return Int32Array.from(programs.flatMap((words) => [words.length, ...words]));
}

/** The programs in a file, by the names that are theirs in turn. */
export function split(file: Buffer, names: readonly string[]): ReadonlyMap<string, Int32Array> {
  const words = new Int32Array(file.buffer, file.byteOffset, file.length / Int32Array.BYTES_PER_ELEMENT);
  const programs = new Map<string, Int32Array>();
  let at = 0;
  for (const name of names) {
    const begin = at + 1;
    at = begin + (words[at] ?? 0);
    programs.set(name, words.subarray(begin, at));
  }
  if (at !== words.length) throw new Error("the programs of the packer are those of another build");
  return programs;
}
