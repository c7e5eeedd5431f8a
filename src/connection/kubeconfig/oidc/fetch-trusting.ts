import https from "node:https";

/** So many bytes of an answer are taken; a token is a few thousand. */
const mostBytes = 1024 * 1024;

interface Asking {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export type Fetch = (url: string, asking: Asking) => Promise<Response>;

/**
 * As `fetch`, of servers that one of these authorities signed for: Node's own takes no authorities.
 *
 * @param authorities in PEM
 */
export function fetchTrusting(authorities: readonly string[]): Fetch {
  const agent = new https.Agent({ ca: [...authorities] });
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = https.request(
        url,
        { agent, method, headers, ...(signal === undefined ? {} : { signal }) },
        (answer) => {
          const pieces: Buffer[] = [];
          let bytes = 0;
          answer.on("data", (piece: Buffer) => {
            bytes += piece.length;
            pieces.push(piece);
            if (bytes > mostBytes)
              request.destroy(new Error(`${url} answers with more than ${mostBytes} bytes`));
          });
          answer.on("error", reject);
          answer.on("end", () => resolve(responseOf(answer.statusCode, answer.headersDistinct, pieces)));
        },
      );
      request.on("error", reject);
      request.end(body === undefined || body === null ? undefined : String(body));
    });
}

function responseOf(
  status: number | undefined,
  headers: NodeJS.Dict<string[]>,
  pieces: readonly Buffer[],
): Response {
  const told = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = Buffer.concat(pieces);
  // With some statuses there may be no body.
  return new Response(body.length === 0 ? null : body, { status: status ?? 0, headers: told });
}
