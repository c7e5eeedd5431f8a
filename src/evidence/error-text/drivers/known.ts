/** Who can remove the cause of an error. */
export type Mender = "backend" | "cluster" | "node" | "owner";

/**
 * Does a retry help? `alone`: it can succeed with nothing else changed. `after`: once the cause is removed. `never`: what was
 * requested must be changed.
 */
export type Retry = "alone" | "after" | "never";

/** An error of a driver, as its source words it. */
export interface KnownError {
  readonly says: RegExp;
  /** What the error is about: seldom the disk. With `cause` it makes a sentence. */
  readonly subject: string;
  readonly cause: string;
  /**
   * Absent where no person has to do anything. `how` is what that person must do. `withData` is that where the disk exists, if
   * it is something else: a claim that is created again would lose its data.
   */
  readonly mends?: { readonly who: Mender; readonly how: string; readonly withData?: string };
  readonly retry: Retry;
  /** File and function of the driver's source. */
  readonly where: string;
}

export interface KnownErrors {
  /** The names of the driver, or how they end: Rook and OpenShift put a namespace before it. */
  readonly drivers: readonly string[];
  /** Repository and version. */
  readonly source: string;
  /** The first that matches counts. */
  readonly errors: readonly KnownError[];
}
