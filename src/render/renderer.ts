import type { Report } from "../report/index.ts";
import type { Reach } from "./reached.ts";

/**
 * What a command that follows an answer must be given again to see the same: such as the lists of disks. After the command and what
 * it is about, as arguments.
 */
interface Again {
  readonly audit: readonly string[];
  readonly why: readonly string[];
}

/** What a person chose about the output. */
export interface RenderOptions {
  /** Columns of the terminal; 80 where there is none. */
  readonly width: number;
  readonly color: boolean;
  /** On a terminal, tables keep to its width. */
  readonly tables?: "fitted";
  /** With evidence and uids. */
  readonly wide: boolean;
  /** How an audit is arranged; by cause unless given. */
  readonly by?: "rule";
  /** The whole prediction for objects that are not being deleted. */
  readonly ifDeleted: boolean;
  /** Of tables; shown unless given. */
  readonly headers?: "hidden";
  /** RFC 3339. Ages are counted up to here; to the moment of the report unless given. */
  readonly now?: string;
  /** Of the commands that rendering itself makes; those in the content have them. */
  readonly reach?: Reach;
  readonly again?: Again;
  /** It is about manifests, not a cluster that `why` could be asked about. */
  readonly manifests?: boolean;
  /** Of pvguard, as in `v1.2.3`. */
  readonly version?: string;
}

export const plainOptions: RenderOptions = { width: 80, color: false, wide: false, ifDeleted: false };

/** One format of the output, as `-o` names it. */
export interface Renderer<T = Report> {
  readonly name: string;
  readonly summary: string;
  render(content: T, options: RenderOptions): string;
  /** The same in pieces, where it can be long. */
  pieces?(content: T): Iterable<string>;
}
