import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { BuiltIn } from "../../src/object-store/protobuf/kinds/index.ts";
import { testAuthority } from "../../test/support/fault-server/server.ts";
import { present } from "../generator/moment.ts";
import { discovery } from "../store/discovery.ts";
import type { Encoding } from "./page.ts";
import { page } from "./page.ts";
import type { Place, Shelf } from "./shelf.ts";
import { placeIn, single } from "./shelf.ts";
import type { Answer, Framing } from "./write.ts";
import { write } from "./write.ts";

export interface Manner {
  readonly framing: Framing;
  /** The only encoding that it has; both unless given. */
  readonly only?: Encoding;
  /** How many objects more than there are a list says are left behind its first page; none unless given. */
  readonly boast?: number;
}

/** What was asked. */
interface Counted {
  /** Of the lists of all namespaces: pages, and the bytes of the objects in them. */
  readonly lists: Map<BuiltIn, { pages: number; bytes: number }>;
  /** Other requests, as `GET` and the path. */
  readonly others: string[];
  /** At one time. */
  peak: number;
}

interface PageServer {
  readonly url: string;
  readonly counted: Counted;
  close(): Promise<void>;
}

const documents = discovery();

/** An API server in this process, which counts. */
export async function servePages(
  all: readonly Shelf[],
  { framing, only, boast = 0 }: Manner,
): Promise<PageServer> {
  const counted: Counted = { lists: new Map(), others: [], peak: 0 };
  let now = 0;

  function answer({ url: asked = "", method, headers }: IncomingMessage): Answer {
    const url = new URL(asked, "https://server");
    const document = method === "GET" ? documents[url.pathname] : undefined;
    if (document !== undefined) return jsonAnswer(200, document);
    const encoding = only ?? ((headers.accept ?? "").includes("protobuf") ? "protobuf" : "json");
    for (const shelf of all) {
      const place = placeIn(shelf, url.pathname);
      if (place !== undefined && method === "GET") return answerOf(shelf, place, url, encoding);
    }
    counted.others.push(`${method} ${asked}`);
    return notFound(url.pathname);
  }

  function answerOf(shelf: Shelf, place: Place, url: URL, encoding: Encoding): Answer {
    const { name, namespace } = place;
    if (name !== undefined || namespace !== undefined)
      counted.others.push(`GET ${url.pathname}${url.search}`);
    if (name !== undefined) {
      const object = single(shelf, place);
      return object === undefined ? notFound(name) : { ...kinds.json, pieces: [object] };
    }
    const { head, objects, tail } = page(shelf, place, url.searchParams, encoding, boast);
    if (namespace === undefined) count(shelf.resource, objects);
    return { ...kinds[encoding], pieces: [head, ...objects, tail] };
  }

  function count(resource: BuiltIn, objects: readonly Buffer[]): void {
    const known = counted.lists.get(resource) ?? { pages: 0, bytes: 0 };
    known.pages += 1;
    known.bytes += objects.reduce((sum, { length }) => sum + length, 0);
    counted.lists.set(resource, known);
  }

  const { certificate, key } = testAuthority.issue({ name: "server", hosts: ["127.0.0.1"] });
  const server = createServer({ cert: certificate, key }, (request, response) => {
    counted.peak = Math.max(counted.peak, ++now);
    response.once("close", () => now--);
    response.setHeader("Date", new Date(present).toUTCString());
    void write(response, answer(request), framing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const kinds = {
  json: { status: 200, type: "application/json" },
  protobuf: { status: 200, type: "application/vnd.kubernetes.protobuf" },
};

function jsonAnswer(status: number, body: unknown): Answer {
  return { status, type: "application/json", pieces: [Buffer.from(JSON.stringify(body))] };
}

/** As the API server says that there is no such object. */
function notFound(name: string): Answer {
  const details = { name };
  return jsonAnswer(404, {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "NotFound",
    code: 404,
    details,
  });
}
