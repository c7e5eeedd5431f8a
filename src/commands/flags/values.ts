import type { Choice, Count, Flag, Switch, Text, Texts } from "./flag.ts";

/** What was given on the command line, read with the flag's own declaration. */
export class FlagValues {
  readonly #given: ReadonlyMap<string, readonly string[]>;

  /** @param given every value of each flag, checked already, in the order given; `true` or `false` for a switch */
  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.#given = given;
  }

  isGiven(flag: Flag): boolean {
    return this.#given.has(flag.name);
  }

  isOn(flag: Switch): boolean {
    return this.#last(flag) === "true";
  }

  text(flag: Text): string | undefined {
    return this.#last(flag) ?? flag.default;
  }

  texts(flag: Texts): readonly string[] {
    return this.#given.get(flag.name) ?? [];
  }

  number(flag: Count): number {
    const last = this.#last(flag);
    return last === undefined ? flag.default : Number(last);
  }

  choice<V extends string>(flag: Choice<V>): V {
    const last = this.#last(flag);
    return flag.values.find((value) => value === last) ?? flag.default;
  }

  #last(flag: Flag): string | undefined {
    return this.#given.get(flag.name)?.at(-1);
  }
}
