import type { Messages } from "../protobuf/messages.ts";

/** Up to so many bytes are packed at a time; a longer message is alone. */
const longest = 1 << 18;

/** Some of the messages of a page, one behind the other. */
export interface Run {
  readonly messages: Messages;
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

export function runsOf(messages: Messages): readonly Run[] {
  const runs: Run[] = [];
  for (let first = 0; first < messages.length; ) {
    const limit = messages.from(first) + longest;
    let end = first + 1;
    while (end < messages.length && messages.to(end) <= limit) end++;
    runs.push({ messages, first, end });
    first = end;
  }
  return runs;
}
