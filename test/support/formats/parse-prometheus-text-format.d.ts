/** As much of the parser's shape as the tests look at. */
declare module "parse-prometheus-text-format" {
  export interface Family {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly metrics: readonly {
      readonly value: string;
      readonly labels?: Readonly<Record<string, string>>;
    }[];
  }
  export default function parse(text: string): readonly Family[];
}
