/** What stands behind a volume, and behind the claim that is bound to it. */
export interface Disk {
  /** The name of the volume. */
  readonly volume: string;
  readonly bytes: number;
}

interface OnDisks {
  readonly disks?: readonly Disk[];
}

/** What something takes up; `undefined` where that is nothing, or not known. */
export function bytesOf({ disks }: OnDisks): number | undefined {
  return disks?.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What many things take up. A claim and its volume are one disk, and it counts once, as large as the larger says. */
export function bytesOfAll(things: readonly OnDisks[]): number {
  const largest = new Map<string, number>();
  for (const { volume, bytes } of things.flatMap(({ disks }) => disks ?? []))
    largest.set(volume, Math.max(bytes, largest.get(volume) ?? 0));
  return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0);
}
