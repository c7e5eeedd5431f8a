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
  return async (url, asking) => responseOf(await answerTo(url, asking, agent));
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string[]>;
  readonly body: Buffer;
}

function answerTo(
  url: string,
  { method, headers, body, signal }: Asking,
  agent: https.Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers, ...(signal === undefined ? {} : { signal }) };
    const request = https.request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      answer.on("data", (piece: Buffer) => {
        bytes += piece.length;
        pieces.push(piece);
        if (bytes > mostBytes) request.destroy(new Error(`${url} answers with more than ${mostBytes} bytes`));
      });
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headersDistinct, body: Buffer.concat(pieces) }),
      );
    });
    request.on("error", reject);
    request.end(body === undefined || body === null ? undefined : String(body));
  });
}

/** Throws a `RangeError` for a status that there is not. */
function responseOf({ status = 0, headers, body }: Answer): Response {
  const told = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // With some statuses there may be no body.
  return new Response(body.length === 0 ? null : body, { status, headers: told });
}
