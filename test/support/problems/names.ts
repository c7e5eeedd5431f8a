export function nameOfClaim(at: number): string {
  return `data-${at}`;
}

export function nameOfVolume(at: number): string {
  return `pv-${at}`;
}
