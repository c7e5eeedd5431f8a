import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import type * as Zlib from "node:zlib";
import { say } from "../../kubernetes/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import type { Room } from "./limiter.ts";
import type { Limits } from "./surroundings.ts";

/** Takes a body while it comes, so that it is not kept. */
export interface Taker {
  /** The next piece, whose bytes are lent. */
  add(piece: Buffer): void;
  /** All of it has come: the value in it. */
  end(): unknown;
  /** The rest of it does not come. */
  drop(): void;
}

/** Looks at the begin of a body while the rest is still coming, and keeps none of it. */
export interface BeginReader {
  /** `more`: it is not enough yet. Once for each try. */
  read(begin: Buffer): "more" | "enough";
  /** Who takes the body whose begin was read last, from its first byte on. `undefined`: it is to be kept. */
  taker(): Taker | undefined;
}

/** What a body came to. */
type Whole =
  | { readonly came: "bytes"; readonly bytes: Buffer }
  /** A `Taker` read the bytes piece by piece and made a value of them. `size`: of the unpacked bytes. */
  | { readonly came: "value"; readonly value: unknown; readonly size: number };

/** A body that comes in pieces whose bytes are lent. */
export interface WholeBody {
  /** Throws an `AccessError` for more than an answer may be. */
  add(piece: Buffer): void;
  /** All of it has come. Throws an `AccessError`, or an error of `node:zlib`. */
  end(): Promise<Whole>;
  /** The rest does not come, or what came is not wanted. */
  drop(): void;
}

/**
 * A body that is kept, unless the reader of its begin has a taker for it. What is packed is kept in any case, and what
 * is in it is taken at the end.
 */
export async function wholeBody(
  headers: IncomingHttpHeaders,
  reader: BeginReader | undefined,
  limits: Limits,
  shared: Room,
): Promise<WholeBody> {
  const encoding = headers["content-encoding"] ?? "";
  const isPlain = /^\s*(identity\s*)?$/i.test(encoding);
  let look = reader === undefined ? undefined : await beginning(encoding, reader);
  let size = 0;
  let kept: Gathered | undefined;
  let taker: Taker | undefined;

  function keep(piece: Buffer): void {
    kept ??= gathered(headers["content-length"]);
    kept.add(piece);
  }

  function takeOver(): void {
    look = undefined;
    taker = reader?.taker();
    if (taker === undefined || kept === undefined || !isPlain) return;
    taker.add(kept.whole());
    kept = undefined;
  }

  return {
    add(piece) {
      size += piece.length;
      if (size > limits.answer) throw tooLarge(limits);
      if (look?.(piece) === "enough") takeOver();
      if (taker !== undefined && isPlain) taker.add(piece);
      else keep(piece);
    },
    async end() {
      if (taker !== undefined && isPlain) return { came: "value", value: taker.end(), size };
      const bytes = kept?.whole() ?? Buffer.alloc(0);
      if (isPlain) return { came: "bytes", bytes };
      if (taker === undefined)
        return { came: "bytes", bytes: await unpacked(bytes, encoding, limits, shared) };
      const length = await unpackInto(taker, bytes, encoding, limits);
      return { came: "value", value: taker.end(), size: length };
    },
    drop: () => taker?.drop(),
  };
}

/** A body that comes in pieces whose bytes are lent, and is kept. */
interface Gathered {
  add(piece: Buffer): void;
  whole(): Buffer;
}

const least = 64 * 1024;
/** What the server says of the length is believed up to here. The rest is believed when it comes. */
const mostPromised = 8 * 1024 * 1024;

function gathered(promised: string | undefined): Gathered {
  const length = /^\d{1,15}$/.test(promised ?? "") ? Math.min(Number(promised), mostPromised) : least;
  let bytes = Buffer.allocUnsafeSlow(length);
  let size = 0;

  function widen(needed: number): void {
    const wider = Buffer.allocUnsafeSlow(Math.max(2 * bytes.length, needed));
    bytes.copy(wider, 0, 0, size);
    bytes = wider;
  }

  return {
    add(piece) {
      if (size + piece.length > bytes.length) widen(size + piece.length);
      bytes.set(piece, size);
      size += piece.length;
    },
    whole: () => bytes.subarray(0, size),
  };
}

/** Unpacked bytes at a time. */
const atOnce = 128 * 1024;

/**
 * What is in a body that came packed. It says at its end how large it is: nothing is unpacked that says more than an answer
 * may be, nor beyond what it says. Throws an `AccessError`, or an error of `node:zlib`.
 */
async function unpacked(bytes: Buffer, encoding: string, limits: Limits, shared: Room): Promise<Buffer> {
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
async function unpackInto(taker: Taker, bytes: Buffer, encoding: string, limits: Limits): Promise<number> {
  refuseOthers(encoding);
  const { createGunzip } = await import("node:zlib");
  const gunzip = createGunzip({ chunkSize: atOnce });
  gunzip.end(bytes);
  let size = 0;
  for await (const piece of gunzip) {
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

function tooLarge(limits: Limits): AccessError {
  return new AccessError("too-large", say`the server's answer is larger than ${limits.answer} bytes`);
}

/** Bytes as they come. What a list says of itself is in the first few hundred. */
const longest = 16 * 1024;
const longestUnpacked = 4 * 1024 * 1024;

/** Shows the chunks of a body to the reader, until it has enough, or as much as it gets. */
export async function beginning(
  encoding: string,
  reader: BeginReader,
): Promise<(chunk: Buffer) => "more" | "enough"> {
  const zlib = encoding === "gzip" ? await import("node:zlib") : undefined;
  let kept: Buffer | undefined;
  return (chunk) => {
    const next = chunk.subarray(0, longest - (kept?.length ?? 0));
    const begin = kept === undefined ? next : Buffer.concat([kept, next]);
    const plain = zlib === undefined ? begin : unpackedBegin(begin, zlib);
    if (reader.read(plain) === "enough" || begin.length === longest) return "enough";
    // The bytes are lent.
    kept = begin === next ? Buffer.from(next) : begin;
    return "more";
  };
}

function unpackedBegin(begin: Buffer, { constants, gunzipSync }: typeof Zlib): Buffer {
  try {
    return gunzipSync(begin, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: longestUnpacked });
  } catch {
    // Whether the whole can be unpacked shows when it is there.
    return Buffer.alloc(0);
  }
}
