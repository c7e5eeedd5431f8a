import { promisify } from "node:util";
import { say } from "../../model/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import type { Limits } from "./limits.ts";
import type { Room } from "./room.ts";
import type { Taker } from "./taker.ts";

/** Unpacked bytes at a time. */
const atOnce = 128 * 1024;

/**
 * What is in a body that came packed. It says at its end how large it is: nothing is unpacked that says more than an answer
 * may be, nor beyond what it says. Throws an `AccessError`, or an error of `node:zlib`.
 */
export async function unpacked(
  bytes: Buffer,
  encoding: string,
  limits: Limits,
  shared: Room,
): Promise<Buffer> {
  refuseOthers(encoding);
  const said = sizeSaid(bytes);
  if (said > Math.min(limits.answer, shared.size)) throw tooLarge(limits);
  const { gunzip } = await import("node:zlib");
  await shared.take(said);
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: Math.max(said, 1), chunkSize: 2 * atOnce });
  } finally {
    // By then a value has been made of the bytes.
    setImmediate(() => shared.give(said));
  }
}

/** ISIZE of RFC 1952, 2.3.1. */
function sizeSaid(bytes: Buffer): number {
  return bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4);
}

/** Gives it to a taker piece by piece, so that it is nowhere as a whole. How many bytes it was. Throws the same. */
export async function unpackInto(
  taker: Taker,
  bytes: Buffer,
  encoding: string,
  limits: Limits,
): Promise<number> {
  refuseOthers(encoding);
  const { createGunzip } = await import("node:zlib");
  const gunzip = createGunzip({ chunkSize: atOnce });
  gunzip.end(bytes);
  let size = 0;
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limits.answer) throw tooLarge(limits);
    taker.add(piece);
  }
  return size;
}

function refuseOthers(encoding: string): void {
  if (encoding.trim().toLowerCase() === "gzip") return;
  throw new AccessError(
    "protocol",
    say`the server's answer is encoded as ${encoding}, which pvguard did not request`,
  );
}

export function tooLarge(limits: Limits): AccessError {
  return new AccessError("too-large", say`the server's answer is larger than ${limits.answer} bytes`);
}
