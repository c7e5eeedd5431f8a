import { claimNameOf, hostsOf, storageClassNameOf } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { join, nameOf, pluralOf, say, words } from "../../kubernetes/index.ts";
import type { Query, Source } from "../sources/source.ts";
import type { Looked, Missing } from "./stand-in.ts";
import { isUnseen } from "./stand-in.ts";

/** Some objects of a kind that may name what does not exist. */
interface Naming {
  readonly query: Query;
  readonly one: string;
  names(object: KubeObject): boolean;
}

/** A node that does not exist is explained by what still names it, as far as it has to do with volumes. */
export async function insteadOfNode({ name }: Missing, source: Source): Promise<Looked> {
  const node = { apiVersion: "v1", kind: "Node", metadata: { name, uid: "" } } as const;
  return await insteadOf(node, source, [
    {
      ...all("storage.k8s.io/v1/volumeattachments"),
      one: "attachment",
      names: (object) => object.kind === "VolumeAttachment" && object.spec?.nodeName === name,
    },
    {
      query: { resource: "v1/pods", namespace: undefined, fields: `spec.nodeName=${name}` },
      one: "pod",
      names: hasClaims,
    },
    {
      ...all("v1/persistentvolumes"),
      one: "volume",
      names: (object) => object.kind === "PersistentVolume" && hostsOf(object).includes(name),
    },
  ]);
}

/** As a node: by the claims and volumes that name the class. */
export async function insteadOfClass({ name }: Missing, source: Source): Promise<Looked> {
  const storageClass = {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name, uid: "" },
  } as const;
  const isOfClass = (object: KubeObject) =>
    (object.kind === "PersistentVolumeClaim" || object.kind === "PersistentVolume") &&
    storageClassNameOf(object) === name;
  return await insteadOf(storageClass, source, [
    { ...all("v1/persistentvolumeclaims"), one: "claim", names: isOfClass },
    { ...all("v1/persistentvolumes"), one: "volume", names: isOfClass },
  ]);
}

function all(resource: Resource): Pick<Naming, "query"> {
  return { query: { resource, namespace: undefined } };
}

function hasClaims(object: KubeObject): boolean {
  if (object.kind !== "Pod") return false;
  return (object.spec?.volumes ?? []).some((volume) => claimNameOf(object, volume) !== undefined);
}

async function insteadOf(missing: KubeObject, source: Source, kinds: readonly Naming[]): Promise<Looked> {
  const answers = await Promise.all(
    kinds.map(async (kind) => ({ ...kind, answer: await source.select(kind.query) })),
  );
  const counts = answers.flatMap(({ one, names, answer }) => {
    const count = answer.state === "found" ? answer.objects.filter(names).length : 0;
    return count === 0 ? [] : [{ one, count }];
  });
  const unseen = answers.filter(({ answer }) => isUnseen(answer));
  if (counts.length > 0) return { standIn: { object: missing, because: because(missing, counts) } };
  if (unseen.length === 0) return {};
  const which = words(unseen.map(({ query }) => pluralOf(query.resource)).join(" and "));
  return { note: say`Not read: ${which}. Some of them may still name it.` };
}

interface Counted {
  readonly one: string;
  readonly count: number;
}

function because(missing: KubeObject | ObjectRef, counts: readonly Counted[]): Phrase {
  const each = counts.map(({ one, count }) => say`${count} ${words(count === 1 ? one : `${one}s`)}`);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return say`${nameOf(missing)} does not exist. ${join(each, ", ")} still ${words(total === 1 ? "names" : "name")} it`;
}
