/** What the suite needs of an API server. Its users are those of the tests' control plane (test/cluster/users). */
export interface ContractServer {
  readonly url: string;
  /** PEM. */
  readonly authority: string;
  tokenOf(user: string): string;
  /** From now on, lists that were begun before cannot be continued, and watches from before not resumed. */
  forgetThePast(): Promise<void>;
  readonly race: Race;
  close(): Promise<void>;
}

/** How a rival gets between the two steps of taking the last finalizer. */
type Race =
  /** The server lets it in, once. */
  | { readonly decidedBy: "order"; next(rival: () => Promise<void>): void }
  /** Both go at once, again and again. */
  | { readonly decidedBy: "chance" };
