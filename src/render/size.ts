const gibibyte = 1024 ** 3;

/** Bytes in GiB with one decimal at most, as people compare disks: `0.5`, `120`, `1,536`. */
export function gibibytes(bytes: number): string {
  const rounded = Math.round((bytes / gibibyte) * 10) / 10;
  if (rounded === 0 && bytes > 0) return "<0.1";
  const [whole = "0", fraction] = String(rounded).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
