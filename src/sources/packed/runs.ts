/** Up to so many bytes are packed at a time; a longer message is alone. */
const longest = 1 << 18;

/** Parts the messages of a page into runs that lie one behind the other in the same bytes. */
export function runsOf(messages: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const runs: Buffer[][] = [];
  let run: Buffer[] = [];
  for (const message of messages) {
    const [first] = run;
    const last = run.at(-1);
    if (first !== undefined && last !== undefined && goesOn(message, first, last)) run.push(message);
    else {
      run = [message];
      runs.push(run);
    }
  }
  return runs;
}

function goesOn(message: Buffer, first: Buffer, last: Buffer): boolean {
  return (
    message.buffer === first.buffer &&
    message.byteOffset >= last.byteOffset + last.length &&
    message.byteOffset + message.length - first.byteOffset <= longest
  );
}
