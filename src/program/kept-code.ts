import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

/** What the program was called for, by whom, and with what. */
export interface Call {
  readonly command: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userNumber: number | undefined;
  /** As in `node v24.0.0 linux/x64`. */
  readonly runtime: string;
}

/** Compiled code runs like any other code: a user who can change it can do everything that the caller can. */
interface KeptCode {
  /** `undefined`: there is none, it is damaged, or another user could have written it. */
  read(): Buffer | undefined;
  /** Where that cannot be done, nothing is lost, and nothing made. */
  write(made: () => Buffer): void;
}

/** For each command and each Node.js one file; after an update of pvguard the former ones are left for a while. */
const mostFiles = 16;
const sumLength = 4;

/** `undefined` for calls that are rare, where users have no numbers, and for who wants no compiled code to be kept. */
export function keptCode(call: Call, script: string): KeptCode | undefined {
  const { command, env, userNumber, runtime } = call;
  const caches = cachesOf(env);
  if (!isFrequent(call) || env.NODE_DISABLE_COMPILE_CACHE || caches === undefined) return undefined;
  const folder = join(caches, "pvguard", "code");
  const path = join(folder, `${command}-${script}-${runtime.replaceAll(/[^\w.]+/g, "-")}`);

  /** Is the user the only one who can create or change files in the folder? */
  function isPrivate(): boolean {
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === userNumber && (found.mode & 0o077) === 0;
  }

  return {
    read() {
      return orNothing(() => (isPrivate() ? codeIn(readFileSync(path)) : undefined));
    },
    write(made) {
      orNothing(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        accessSync(folder, constants.W_OK);
        if (!isPrivate()) return;
        const code = made();
        const beside = `${path}.new`;
        writeFileSync(beside, Buffer.concat([code, sumOf(code)]), { mode: 0o600 });
        renameSync(beside, path);
        removeOldest(folder);
      });
    },
  };
}

/** The commands that are asked most. What reads files is another part of the program. */
function isFrequent({ command, argv, userNumber }: Call): boolean {
  const isAsked = command === "why" || command === "audit" || command === "complete";
  return isAsked && userNumber !== undefined && !argv.some((word) => word.startsWith("--from"));
}

/** XDG Base Directory Specification 0.8: a relative path there counts as none. */
function cachesOf({ XDG_CACHE_HOME, HOME }: Call["env"]): string | undefined {
  if (XDG_CACHE_HOME?.startsWith("/")) return XDG_CACHE_HOME;
  return HOME ? join(HOME, ".cache") : undefined;
}

/**
 * V8 does not look whether the code is whole, and would run what is left of it. The sum is behind it: of code that does not
 * begin where memory begins, V8 would make a copy first.
 */
function codeIn(bytes: Buffer): Buffer | undefined {
  const end = Math.max(0, bytes.length - sumLength);
  const code = bytes.subarray(0, end);
  return sumOf(code).equals(bytes.subarray(end)) ? code : undefined;
}

function sumOf(code: Buffer): Buffer {
  const sum = Buffer.alloc(sumLength);
  sum.writeUInt32LE(crc32(code));
  return sum;
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    return { path, writtenAt: lstatSync(path).mtimeMs };
  });
  files.sort((one, other) => other.writtenAt - one.writtenAt);
  for (const { path } of files.slice(mostFiles)) rmSync(path);
}

/** Whatever goes wrong here, the program runs as well without. */
function orNothing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
