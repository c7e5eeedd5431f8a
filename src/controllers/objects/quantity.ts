const decimal = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binary = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const form = /^([+-]?)(\d{0,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i)?)$/;
/** As most sizes are written: a number holds such a count exactly, and what 1024 makes of it. */
const usual = /^(\d{1,15})([KMGT]i)?$/;
/** Digits behind the point that are kept: enough for every quantity that the API server writes. */
const places = 120;

/**
 * A quantity such as `10Gi` as a number that can be compared, or `undefined` when it is none.
 * kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go ParseQuantity, 1.36.
 */
export function parseQuantity(text: string): bigint | undefined {
  const [, sign, whole = "", fraction = "", exponent, suffix = ""] = form.exec(text) ?? [];
  if (sign === undefined || whole + fraction === "") return undefined;
  const digits = BigInt(whole + fraction);
  const shift = places - fraction.length + powerOfTen(exponent, suffix);
  const value = digits * 10n ** BigInt(shift) * 1024n ** BigInt(binary.indexOf(suffix) + 1);
  return sign === "-" ? -value : value;
}

function powerOfTen(exponent: string | undefined, suffix: string): number {
  if (exponent !== undefined) return Number(exponent);
  return binary.includes(suffix) ? 0 : 3 * (decimal.indexOf(suffix) - decimal.indexOf(""));
}

/** Is the first at least the second? What is missing counts as zero. */
export function isEnough(offered: string | undefined, requested: string | undefined): boolean {
  if (offered === requested) return true;
  return (parseQuantity(offered ?? "0") ?? 0n) >= (parseQuantity(requested ?? "0") ?? 0n);
}

/** Bytes that a program wrote, as a person writes them: `107374182400` is `100Gi`. Never more than it is; the rest as it stands. */
export function readableSize(text: string): string {
  const bytes = /^\d+$/.test(text) ? wholeQuantity(text) : undefined;
  if (bytes === undefined || bytes < 1024) return text;
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), binary.length);
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10}${binary[power - 1]}`;
}

/** A quantity in whole units, such as bytes; `undefined` when it is none, or more than a number holds exactly. */
export function wholeQuantity(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const whole = usualSize(text) ?? wholeUnits(text);
  return whole !== undefined && Number.isSafeInteger(whole) ? whole : undefined;
}

function usualSize(text: string): number | undefined {
  const [, count, unit = ""] = usual.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * 1024 ** (binary.indexOf(unit) + 1);
}

function wholeUnits(text: string): number | undefined {
  const value = parseQuantity(text);
  return value === undefined ? undefined : Number(value / 10n ** BigInt(places));
}
