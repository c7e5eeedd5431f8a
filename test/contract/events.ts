import type { Stored } from "./answer.ts";
import { open } from "./requests.ts";
import type { Subject } from "./subject.ts";

interface Event {
  readonly type: string;
  readonly object: Stored & { readonly code?: number; readonly reason?: string };
}

/** Watches until so many events have come, or the server ends the stream. */
export function watched(
  { server }: Subject,
  path: string,
  count: number,
  begun: () => Promise<unknown> = async () => {},
): Promise<readonly Event[]> {
  return new Promise((resolve, reject) => {
    const events: Event[] = [];
    let rest = "";
    const sent = open(server, "GET", path, {}, (response) => {
      const end = () => {
        resolve(events);
        sent.destroy();
      };
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        events.push(...lines.map((line) => JSON.parse(line) as Event));
        if (events.length >= count) end();
      });
      response.on("end", end);
      begun().catch(reject);
    });
    sent.on("error", reject);
  });
}

/** As in `ADDED a`. */
export function briefly(events: readonly Event[]): readonly string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name ?? ""}`.trim());
}
