/** The disk of a volume and of the claim that is bound to it. */
export interface Disk {
  /** The name of the volume. */
  readonly volume: string;
  /** Equal for all volumes that use the disk; absent if only the volume's name is known. */
  readonly key?: string;
  readonly bytes: number;
}

interface OnDisks {
  readonly disks?: readonly Disk[];
}

/** What something takes up; `undefined` where that is nothing, or not known. */
export function bytesOf({ disks }: OnDisks): number | undefined {
  return disks?.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** What many things take up. A disk counts once, whatever stands for it, as large as the largest of them says. */
export function bytesOfAll(things: readonly OnDisks[]): number {
  const disks = things.flatMap((thing) => thing.disks ?? []);
  const keys = new Map(
    disks.flatMap(({ volume, key }) => (key === undefined ? [] : [[volume, key] as const])),
  );
  const largest = new Map<string, number>();
  for (const { volume, bytes } of disks) {
    const disk = JSON.stringify([keys.get(volume) ?? "", keys.has(volume) ? "" : volume]);
    largest.set(disk, Math.max(bytes, largest.get(disk) ?? 0));
  }
  return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0);
}
