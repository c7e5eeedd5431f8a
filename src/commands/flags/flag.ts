/** What the shell can be offered as a value. */
type Completes = "nothing" | "files" | "namespaces" | "contexts" | "clusters" | "users";

interface Described {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** The name of a flag without which this one means nothing. */
  readonly needs?: string;
  /** What other commands of kubectl call about the same. */
  readonly elsewhere?: readonly string[];
}

/** On or off. */
export interface Switch extends Described {
  readonly takes: "nothing";
}

/** One text; the last one given counts, unless the command asks for each. */
export interface Text extends Described {
  readonly takes: "text";
  readonly default?: string;
  readonly completes?: Completes;
  /** Values to offer. The command itself refuses others, in words of its own. */
  readonly known?: readonly string[];
  /** Whether a known value can be followed by an equals sign and a file. */
  readonly files?: "after a value";
  /** Values that an equals sign and a template, or its file, must follow. */
  readonly templates?: readonly string[];
}

/** One of these texts; the last one given counts. */
export interface Choice<V extends string = string> extends Described {
  readonly takes: "choice";
  readonly values: readonly [V, ...V[]];
  readonly default: V;
  /** What it means without a value: `--dry-run`. Then a value must follow an equals sign. */
  readonly bare?: V;
}

/** A text each time it is given. */
export interface Texts extends Described {
  readonly takes: "texts";
  /** Values to offer. The command itself refuses others, in words of its own. */
  readonly known?: readonly string[];
  readonly completes?: Completes;
  /** What it means without a value. Then a value must follow an equals sign. */
  readonly bare?: string;
  /** Values to offer; the text may be a list of them, separated by commas. */
  readonly listed?: readonly Listed[];
}

export interface Listed {
  readonly value: string;
  readonly about?: string;
}

/** A whole number; the last one given counts. */
export interface Count extends Described {
  readonly takes: "number";
  readonly default: number;
}

/** A flag, declared once: parsing, help and completion are derived from it. */
export type Flag = Switch | Text | Choice | Texts | Count;

export const text = (name: string, help: string, more: Partial<Text> = {}): Text => ({
  takes: "text",
  name,
  help,
  ...more,
});

export const texts = (name: string, help: string, more: Partial<Texts> = {}): Texts => ({
  takes: "texts",
  name,
  help,
  ...more,
});

export const toggle = (name: string, help: string, more: Partial<Switch> = {}): Switch => ({
  takes: "nothing",
  name,
  help,
  ...more,
});
