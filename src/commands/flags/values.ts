import type { Reach } from "../../render/reached.ts";
import type { Shell } from "../../report/index.ts";
import * as config from "./config.ts";
import type { Choice, Count, Flag, Switch, Text, Texts } from "./flag.ts";
import { at, complete, from, maxInput, namespaces } from "./input.ts";

/** What was given on the command line, read with the flag's own declaration. */
export class FlagValues {
  readonly #given: ReadonlyMap<string, readonly string[]>;

  /** @param given every value of each flag, checked already, in the order given; `true` or `false` for a switch */
  constructor(given: ReadonlyMap<string, readonly string[]>) {
    this.#given = given;
  }

  /** The same, but for this flag. */
  with(flag: Text, value: string): FlagValues {
    return new FlagValues(new Map([...this.#given, [flag.name, [value]]]));
  }

  /** The same, but for these flags. */
  and(more: ReadonlyMap<string, readonly string[]>): FlagValues {
    return new FlagValues(new Map([...this.#given, ...more]));
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

  texts(flag: Texts | Text): readonly string[] {
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

const deciding: readonly (Text | Texts)[] = [
  config.kubeconfig,
  config.context,
  config.cluster,
  config.user,
  config.server,
  config.tlsServerName,
  config.certificateAuthority,
  config.clientCertificate,
  config.clientKey,
  config.as,
  config.asUid,
  config.asGroup,
  config.asUserExtra,
];

/** The flags that decide which cluster is asked and as whom, as they were given. Secrets are left out. */
export function reachOf(flags: FlagValues, shell: Shell): Reach {
  const valued = asGiven(deciding, flags);
  const isSkipped = flags.isGiven(config.insecureSkipTlsVerify) && flags.isOn(config.insecureSkipTlsVerify);
  const flagsOfCluster = [...valued, ...(isSkipped ? [`--${config.insecureSkipTlsVerify.name}`] : [])];
  const files = filesOf(flags);
  return { flags: flagsOfCluster, shell, ...(files.length === 0 ? {} : { files }) };
}

/** The files that were read, and what was said of them. Standard input cannot be read again. */
function filesOf(flags: FlagValues): readonly string[] {
  if (!flags.isGiven(from) || flags.texts(from).includes("-")) return [];
  const kinds = flags.texts(complete).map((kind) => (kind === complete.bare ? "" : `=${kind}`));
  return [
    ...asGiven([from, at], flags),
    ...kinds.map((kind) => `--${complete.name}${kind}`),
    ...asGiven([namespaces, maxInput], flags),
  ];
}

/** Those of these flags that were given, as arguments. */
export function asGiven(all: readonly (Text | Texts)[], flags: FlagValues): readonly string[] {
  return all.filter((flag) => flags.isGiven(flag)).flatMap((flag) => written(flag, flags));
}

function written(flag: Text | Texts, flags: FlagValues): readonly string[] {
  const values = flag.takes === "texts" ? flags.texts(flag) : [flags.text(flag) ?? ""];
  return values.flatMap((value) => [`--${flag.name}`, value]);
}

/** The secrets that were given on the command line, which no shown command repeats. */
export function secretsOf(flags: FlagValues): readonly string[] {
  return [config.token, config.username, config.password]
    .filter((flag) => flags.isGiven(flag))
    .map(({ name }) => `--${name}`);
}
