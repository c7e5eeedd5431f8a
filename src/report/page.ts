/** What a page is about. */
export type PageKind =
  | "reason"
  | "finalizer"
  | "wait"
  | "rule"
  | "controller"
  | "remedy"
  | "danger"
  | "state"
  | "kind";

/** A page of `explain`, and of the docs. All of it is pvguard's own words: backticks mark code, as in Markdown. */
export interface Page {
  /** As the user types it: a reason, a finalizer, a code. */
  readonly name: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** Paragraphs are apart by an empty line; those indented by four spaces are commands. */
  readonly sections: readonly (readonly [heading: string, text: string])[];
  /** Upstream code or issues: what the page can be checked against. */
  readonly sources: readonly string[];
}
