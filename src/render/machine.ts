import { dump } from "js-yaml";

/** As kubectl prints JSON: four spaces. */
export function json(view: object): string {
  return `${JSON.stringify(view, null, 4)}\n`;
}

/** As kubectl prints YAML: keys sorted, list dashes not indented, nothing folded. */
export function yaml(view: object): string {
  return dump(view, { seqNoIndent: true, lineWidth: -1, sortKeys: true, noRefs: true });
}
