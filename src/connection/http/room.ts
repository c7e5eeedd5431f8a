/** Room in memory that answers share while they are unpacked: so many bytes for all of them together. */
export interface Room {
  readonly size: number;
  /** Waits until there is room for so many bytes, at most as many as there are in all. Who comes first is served first. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function room(size: number): Room {
  const waiting: { readonly bytes: number; readonly come: () => void }[] = [];
  let left = size;

  function serve(): void {
    for (let next = waiting[0]; next !== undefined && next.bytes <= left; next = waiting[0]) {
      waiting.shift();
      left -= next.bytes;
      next.come();
    }
  }

  return {
    size,
    take(bytes) {
      const turn = new Promise<void>((come) => waiting.push({ bytes, come }));
      serve();
      return turn;
    },
    give(bytes) {
      left += bytes;
      serve();
    },
  };
}
