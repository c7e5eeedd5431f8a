/** The proxy itself could not be used; `cause` is the connection's error, if it was that. */
export class ProxyFailure extends Error {
  override readonly cause: unknown;
  /** The status of its answer to CONNECT. */
  readonly status: number | undefined;

  constructor(cause: unknown, status?: number) {
    super("the proxy failed");
    this.cause = cause;
    this.status = status;
  }
}
