import type { FlagValues, KubeconfigNames, Source } from "../../commands/index.ts";
import { config, resourceNamed } from "../../commands/index.ts";
import type { Resource } from "../../kubernetes/index.ts";
import { kindOf, pluralOf } from "../../kubernetes/index.ts";
import type { Candidate, Offer } from "./candidate.ts";
import { noOffer, offer } from "./candidate.ts";

/** Where names come from. */
export interface Asking {
  open(flags: FlagValues): Promise<Source>;
  /** The names in the kubeconfig. */
  kubeconfig(flags: FlagValues): Promise<KubeconfigNames>;
}

/** TYPE, TYPE/NAME or NAME, as what was typed before allows. */
export async function objectOffer(
  { before, typed }: { readonly before: readonly string[]; readonly typed: string },
  resources: readonly Resource[],
  flags: FlagValues,
  asking: Asking,
): Promise<Offer> {
  const [first] = before;
  const slash = typed.indexOf("/");
  if (slash >= 0) {
    const type = typed.slice(0, slash);
    const names = await namesOf(type, flags, asking);
    return offer(names.map(({ text }) => ({ text: `${type}/${text}` })));
  }
  if (first === undefined) return offer(typesOf(resources));
  if (first.includes("/"))
    return offer(
      typesOf(resources).map(({ text }) => ({ text: `${text}/` })),
      "none",
    );
  if (first.includes(",")) return noOffer;
  const names = await namesOf(first, flags, asking);
  return offer(names.filter(({ text }) => !before.includes(text)));
}

function typesOf(resources: readonly Resource[]): readonly Candidate[] {
  return resources.map((resource) => ({ text: pluralOf(resource) }));
}

async function namesOf(type: string, flags: FlagValues, asking: Asking): Promise<readonly Candidate[]> {
  const resource = resourceNamed(type);
  return resource === undefined ? [] : await objectNames(resource, flags, asking);
}

export async function objectNames(
  resource: Resource,
  flags: FlagValues,
  asking: Asking,
): Promise<readonly Candidate[]> {
  const source = await asking.open(flags);
  try {
    const namespace = kindOf(resource).namespaced
      ? flags.text(config.namespace) || source.namespace
      : undefined;
    const answer = await source.select({ resource, namespace });
    if (answer.state !== "found") return [];
    return answer.objects.map(({ metadata }) => ({ text: metadata.name })).filter(({ text }) => isName(text));
  } finally {
    source.close();
  }
}

/** A server that is not to be trusted can name an object `--yes`. No name of a real object begins like a flag, or is longer. */
function isName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._:@=,-]{0,252}$/.test(text);
}
