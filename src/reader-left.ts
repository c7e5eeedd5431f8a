import { setTimeout as delay } from "node:timers/promises";
import { WASI } from "node:wasi";

/** How often it is asked, in milliseconds. */
const pulse = 500;

/**
 * Resolves when who reads a pipe or a socket has closed it, or the signal fires; of a file, which has no
 * reader at its other end, only then. Node.js tells of a closed pipe only after a write, and has no poll(2) but that of WASI.
 *
 * @param fd what this process writes to
 */
export async function readerLeft(fd: number, signal: AbortSignal): Promise<void> {
  const isLeft = poll(fd);
  while (!signal.aborted && !isLeft())
    await delay(pulse, undefined, { signal, ref: false }).catch(() => undefined);
}

// Places in the memory, and sizes, in bytes.
const subscription = 48;
const event = { at: 128, size: 32 };
const count = 256;

/**
 * Whether the other end is closed, of WASI preview 1 (`poll_oneoff`, wasi_snapshot_preview1.witx): a pipe then has an error,
 * and a socket the flag `fd_readwrite_hangup`. One of two subscriptions ends the call after 2 ms, where the pipe is full.
 */
function poll(fd: number): () => boolean {
  const wasi = new WASI({ version: "preview1", stdout: fd });
  const memory = new WebAssembly.Memory({ initial: 1 });
  wasi.initialize({ exports: { memory } });
  const view = new DataView(memory.buffer);
  const call: unknown = wasi.wasiImport.poll_oneoff;
  if (typeof call !== "function") return () => false;
  return () => {
    // A subscription is userdata, a tag at 8, and what it is about from 16 on: a clock has its id there, and its time at 24.
    view.setUint8(8, 0);
    view.setUint32(16, 1, true);
    view.setBigUint64(24, 2_000_000n, true);
    // Standard output, as WASI numbers it, once it takes more.
    view.setUint8(subscription + 8, 2);
    view.setUint32(subscription + 16, 1, true);
    view.setUint32(count, 0, true);
    if (call(0, event.at, 2, count) !== 0) return false;
    const events = Array.from({ length: view.getUint32(count, true) }, (_, at) => event.at + at * event.size);
    // An event is userdata, an error at 8, its type at 10, and its flags at 24.
    return events.some(
      (at) =>
        view.getUint8(at + 10) === 2 &&
        (view.getUint16(at + 8, true) !== 0 || (view.getUint16(at + 24, true) & 1) === 1),
    );
  };
}
