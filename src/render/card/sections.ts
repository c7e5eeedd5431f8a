import type { DataFate, Finding } from "../../report/index.ts";
import type { Style } from "../line.ts";

/** A part of an audit by cause. */
export interface Section {
  readonly heading: string;
  readonly style: Style;
  /** The hundreds of its rules, and codes and reasons of others: 1xx held, 2xx loss ahead, 3xx left behind, 4xx cannot start. */
  readonly hundred: string;
  readonly also?: readonly string[];
  /** Whether that is for findings about a change of a volume that is used meanwhile, or for all but these. */
  readonly changes?: "alone" | "never";
  /** What of a disk puts a finding of any rule here. */
  readonly data?: DataFate;
}

/** The most dangerous first. A cause stands in the first to which one of its findings belongs. */
export const sections: readonly Section[] = [
  {
    heading: "DATA AT RISK",
    style: "bad",
    hundred: "PVG2",
    also: ["PVG305", "ClaimGoneUnderPod"],
    data: "destroyed",
  },
  { heading: "STUCK", style: "careful", hundred: "PVG1" },
  { heading: "PODS THAT CANNOT START", style: "careful", hundred: "PVG4", changes: "never" },
  { heading: "CHANGES NOT APPLIED", style: "careful", hundred: "PVG4", changes: "alone" },
  { heading: "LEFT BEHIND", style: "heading", hundred: "PVG3" },
];

/** An expansion, or a change of attributes: the claim can be used as before. */
const isChange = ({ reason = "" }: Finding) => /^(?:FileSystem)?Resize|^Attributes/.test(reason);

export const belongsTo = ({ hundred, also, data, changes }: Section, finding: Finding) =>
  (finding.code.startsWith(hundred) &&
    (changes === undefined || isChange(finding) === (changes === "alone"))) ||
  [finding.code, finding.reason ?? ""].some((each) => also?.includes(each) === true) ||
  (data !== undefined && finding.data === data);
