/** Reads as much of a 64-bit Mach-O file as its signature covers: Apple's mach-o/loader.h and kern/cs_blobs.h. */
import { createHash } from "node:crypto";

export interface MachO {
  readonly processor: "amd64" | "arm64" | "another";
  readonly segments: readonly Segment[];
  readonly signature: Signature | undefined;
}

interface Segment {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

interface Signature {
  readonly identifier: string;
  readonly kind: "ad hoc" | "another";
  /** Where the code ends that is signed. */
  readonly limit: number;
  /** How many pages there are, and how many of them are not what the signature says. */
  readonly pages: number;
  readonly wrong: number;
}

const magic = 0xfeedfacf;
const segmentCommand = 0x19;
const signatureCommand = 0x1d;
const codeDirectoryMagic = 0xfade0c02;
const adHoc = 2;
const processors: Readonly<Record<number, MachO["processor"]>> = { 16777223: "amd64", 16777228: "arm64" };

/** Throws on what is no such file. */
export function readMachO(file: Buffer): MachO {
  if (file.readUInt32LE(0) !== magic) throw new Error("no 64-bit Mach-O file");
  const segments: Segment[] = [];
  let signature: Signature | undefined;
  let at = 32;
  for (let left = file.readUInt32LE(16); left > 0; left -= 1) {
    const command = file.readUInt32LE(at);
    if (command === segmentCommand) segments.push(segmentAt(file, at));
    if (command === signatureCommand) signature = signatureAt(file, file.readUInt32LE(at + 8));
    at += file.readUInt32LE(at + 4);
  }
  return { processor: processors[file.readUInt32LE(4)] ?? "another", segments, signature };
}

function segmentAt(file: Buffer, at: number): Segment {
  const name = file.toString("latin1", at + 8, at + 24).replace(/\0.*$/, "");
  const from = Number(file.readBigUInt64LE(at + 40));
  return { name, from, to: from + Number(file.readBigUInt64LE(at + 48)) };
}

/** An embedded signature: blobs, the first of which is the code directory. */
function signatureAt(file: Buffer, begin: number): Signature {
  const directory = begin + file.readUInt32BE(begin + 16);
  if (file.readUInt32BE(directory) !== codeDirectoryMagic) throw new Error("no code directory comes first");
  const [flags, hashes, identifier, , pages, limit] = [12, 16, 20, 24, 28, 32].map((field) =>
    file.readUInt32BE(directory + field),
  ) as [number, number, number, number, number, number];
  const size = 2 ** file.readUInt8(directory + 39);
  let wrong = 0;
  for (let page = 0; page < pages; page += 1) {
    const code = file.subarray(page * size, Math.min((page + 1) * size, limit));
    const hash = directory + hashes + page * 32;
    const is = createHash("sha256").update(code).digest();
    if (!is.equals(file.subarray(hash, hash + 32))) wrong += 1;
  }
  const name =
    file.toString("latin1", directory + identifier, directory + identifier + 100).split("\0")[0] ?? "";
  return { identifier: name, kind: flags === adHoc ? "ad hoc" : "another", limit, pages, wrong };
}
