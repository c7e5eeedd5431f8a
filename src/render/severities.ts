import type { Severity } from "../model/index.ts";
import type { Style } from "./line.ts";

/** How a severity is shown to a person. */
interface SeverityLook {
  readonly severity: Severity;
  readonly style: Style;
  readonly plural: string;
}

/** The worst first. */
const severityLooks: readonly SeverityLook[] = [
  { severity: "error", style: "bad", plural: "errors" },
  { severity: "warning", style: "careful", plural: "warnings" },
  { severity: "note", style: "aside", plural: "notes" },
];

export const styleOf = (severity: Severity): Style =>
  severityLooks.find((each) => each.severity === severity)?.style ?? "aside";

/** `2 errors, 1 note`; empty when there is nothing. */
export function severityCounts(items: readonly { readonly severity: Severity }[]): string {
  return severityLooks
    .map(({ severity, plural }) => ({
      count: items.filter((item) => item.severity === severity).length,
      severity,
      plural,
    }))
    .filter(({ count }) => count > 0)
    .map(({ count, severity, plural }) => `${count} ${count === 1 ? severity : plural}`)
    .join(", ");
}
