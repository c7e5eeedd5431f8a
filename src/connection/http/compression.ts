/** Unpacked bytes that were looked at before the link counts as known. */
const enough = 4 * 1024 * 1024;
/** Bytes a second. Above it, packing takes longer than sending: kubernetes/kubernetes#112296. */
const fast = 60 * 1000 * 1000;

/** Whether answers are asked for as gzip: until the link turns out to be so fast that it does not pay. */
export interface Compression {
  accepted(): "gzip" | undefined;
  /** A body came: its bytes when unpacked, and how long it took from its begin to its end. */
  came(bytes: number, milliseconds: number): void;
}

export function compression(wish: "on" | "off"): Compression {
  let bytes = 0;
  let milliseconds = 0;
  return {
    accepted() {
      if (wish === "off") return undefined;
      const isFast = bytes >= enough && milliseconds > 0 && bytes / (milliseconds / 1000) > fast;
      return isFast ? undefined : "gzip";
    },
    came(some, took) {
      bytes += some;
      milliseconds += took;
    },
  };
}
