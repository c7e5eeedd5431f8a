export type Phase = "connect" | "handshake" | "headers" | "body";

/** A time limit passed. */
export class TimeLimit extends Error {
  readonly phase: Phase | "request";
  readonly milliseconds: number;

  constructor(phase: Phase | "request", milliseconds: number) {
    super(`no answer within ${milliseconds} ms (${phase})`);
    this.phase = phase;
    this.milliseconds = milliseconds;
  }
}

/** What `exchange` throws: the cause, and how far the request had come. */
export class Break extends Error {
  override readonly cause: unknown;
  readonly phase: Phase;
  /** The connection had served an earlier request: the server may have closed it meanwhile. */
  readonly connection: "new" | "used";

  constructor(cause: unknown, phase: Phase, connection: "new" | "used") {
    super("the exchange broke off");
    this.cause = cause;
    this.phase = phase;
    this.connection = connection;
  }
}

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
