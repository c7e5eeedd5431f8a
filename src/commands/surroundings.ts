import type { ExecutorSurroundings } from "../changes/executor/index.ts";
import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import type { Shell } from "../report/index.ts";
import type { FlagValues } from "./flags/index.ts";
import type { Connected, Source, WholeInput } from "./sources/source.ts";

/** Somewhere to write text to. */
export interface Output {
  write(text: string): void;
  /** When what was written has left, or can no longer leave. */
  sent(): Promise<void>;
  readonly columns: number | undefined;
  readonly isTerminal: boolean;
}

/** Everything outside of a command: the terminal, the clock, the cluster or the files, the disk. */
export interface Surroundings {
  readonly out: Output;
  readonly err: Output;
  /** The shell in which commands are likely to be pasted. */
  readonly shell: Shell;
  /** Whether `out` takes colours. */
  readonly color: "always" | "never";
  /** Milliseconds since the epoch. */
  now(): number;
  /** The cluster or the files that the flags name. `tell` hears how far the reading is, `err` what else there is to say. */
  open(flags: FlagValues, tell?: Tell, questions?: Questions, err?: Output): Promise<Source>;
  /** What the kubeconfig has names for. */
  kubeconfig(flags: FlagValues): Promise<KubeconfigNames>;
  /** The files that --from names, with each object as it stands in them. */
  openWhole(flags: FlagValues, tell?: Tell): Promise<WholeInput>;
  /** The objects that manifests name, of any kind, as `kubectl -f` reads them. Throws an `InputError` with what is wrong. */
  namedIn(
    paths: readonly string[],
    folders: "as they are" | "with those below",
  ): Promise<readonly ObjectRef[]>;
  /** The cluster that the flags name, to be asked and to be changed. Files cannot be changed: a `Failure` says so. */
  connect(flags: FlagValues): Promise<Connected>;
  /** Who could answer a question at the terminal. */
  readonly answers: "a person" | "none";
  /** What a person answers to a question, without the end of the line; `undefined` for no answer at all. */
  ask(question: Phrase): Promise<string | undefined>;
  /**
   * What the executor needs of this machine. `directory`: where backups and the journal go, when the person says so.
   * Throws a `Failure` when there is no place for them.
   */
  bench(directory: string | undefined): Bench;
  /** Settings of the environment under which nothing may be written, such as a TLS check that is turned off. */
  readonly hazards: readonly string[];
  /** An interruption waits for this, for a few seconds: a write whose answer is still under way. */
  unhurried<T>(work: () => Promise<T>): Promise<T>;
  /** Does what can take long, and meanwhile tells a person on a terminal what that is. */
  busy<T>(doing: Phrase, work: (tell: Tell) => Promise<T>): Promise<T>;
  /** Lets whatever waits have its turn: what comes from outside, such as an interruption, is heard of only then. */
  rest(): Promise<void>;
  /** Aborted when the person interrupts. */
  readonly interrupted: AbortSignal;
  /** Does what goes on until the signal fires: when the person interrupts, or no longer reads what is written to `out`. */
  whileRead<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Waits so many milliseconds; less when the person interrupts. */
  pause(milliseconds: number): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
  /** The lines of standard input until it ends, each of so many bytes at most. */
  lines(most: number): AsyncIterable<TypedLine>;
  /** What is found is changed by this before it is rendered, for a reader that could take data for an instruction. */
  readonly marked?: <T>(content: T) => T;
  /** Answers HTTP requests until it is closed. Throws a `Failure` where it cannot. */
  listen(address: ListenAddress, answer: (asked: PageRequest) => PageAnswer): Promise<Listening>;
  /** Answers over TLS until it is closed. Throws a `Failure` where it cannot. */
  listenSecurely(
    at: SecureAddress,
    answer: (asked: SecureRequest) => Promise<PageAnswer>,
  ): Promise<Listening>;
  readonly about: About;
  /** Writes a file that only its owner can read. Throws a `Failure` when it cannot. */
  saveFile(path: string, text: string): Promise<void>;
  /** Writes a file that others can read too, as a shell does for `>`. Throws a `Failure` when it cannot. */
  saveOutput(path: string, pieces: Iterable<string>): Promise<void>;
  /** Throws a `Failure` where `saveOutput` could not write. */
  requireWritable(path: string): Promise<void>;
  /** Is it a pipe, a socket or a device, which may never end? A link counts as what it leads to. */
  isEndless(path: string): Promise<boolean>;
  /** The text of a file. Throws a `Failure` when it cannot be read, or is too large to be one that a person means. */
  readFile(path: string): Promise<string>;
  /** Puts `kubectl_complete-pvguard` beside the program that runs. */
  installCompleter(): Promise<Installed>;
}

export interface KubeconfigNames {
  readonly contexts: readonly string[];
  readonly clusters: readonly string[];
  readonly users: readonly string[];
}

/**
 * How much a command asks a cluster. `a few`: what explains some objects. `all rules`: those of an audit, which can also be
 * asked about manifests.
 */
export type Questions = "a few" | "many" | "all rules";

/** `too long`: it was passed over. */
export type TypedLine =
  | { readonly is: "line"; readonly text: string }
  | { readonly is: "too long" }
  | { readonly is: "not UTF-8" };

export type Bench = Omit<ExecutorSurroundings, "tell">;

/** Says to a person who waits what is done now. */
export type Tell = (doing: Phrase) => void;

export type Installed =
  | { readonly state: "installed" | "already"; readonly path: string }
  | { readonly state: "refused"; readonly path: string; readonly because: string };

/** What this program is. */
export interface About {
  readonly version: string;
  /** As in `node v24.1.0 linux/x64`. */
  readonly runtime: string;
  /** The file that runs. */
  readonly path: string;
}

/** Where to listen. Without a host: at every address of this machine. */
export interface ListenAddress {
  readonly host: string | undefined;
  readonly port: number;
}

/** Where to listen with a certificate, whose files are read again when they change. */
export interface SecureAddress {
  readonly address: ListenAddress;
  /** PEM. */
  readonly certFile: string;
  readonly keyFile: string;
  /** Clients need a certificate of these authorities. */
  readonly clientCaFile?: string;
  /** Hears what becomes of the certificate. */
  tell(line: Phrase): void;
}

export type SecureRequest = PostRequest | (PageRequest & { readonly is: "page" });

/** A POST with JSON. Untrusted. */
export interface PostRequest {
  readonly is: "posted";
  /** Without its query. */
  readonly path: string;
  readonly body: string;
}

/** A GET or a HEAD, as far as an answer depends on it. */
export interface PageRequest {
  /** Without its query. Untrusted. */
  readonly path: string;
  /** Whether the client asks for this type by its name. */
  accepts(type: string): boolean;
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Packed at most once, as long as it is the same object. */
  readonly body: Uint8Array;
}

export interface Listening {
  readonly url: string;
  /** Takes no more requests, and finishes its answers. */
  close(): Promise<void>;
}
