import type { SecretName } from "../../controllers/index.ts";
import { secretsOf, snapshotSecretOf } from "../../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../../kubernetes/index.ts";
import { refOf } from "../../kubernetes/index.ts";
import { masked } from "../../reading/snapshot-file/index.ts";
import type { NotJudged } from "../../report/index.ts";
import type { Source } from "../sources/source.ts";

/**
 * Of each Secret, whether a volume or a snapshot names it: its driver gets the Secret with what it is asked to do, and can
 * have encrypted the disk with it.
 *
 * @param namespace of a Secret that a manifest names without one
 */
export async function withUsers(
  named: readonly NotJudged[],
  source: Source,
  namespace: string | undefined,
): Promise<readonly NotJudged[]> {
  if (!named.some(isSecret)) return named;
  const users = await usersIn(source);
  return named.map((each) => (isSecret(each) ? withUser(each, users, namespace) : each));
}

function withUser(
  secret: NotJudged,
  users: readonly User[] | "unread",
  namespace: string | undefined,
): NotJudged {
  const { object } = secret;
  if (users === "unread") return { object, why: "users-not-read" };
  const own = object.namespace ?? namespace;
  const neededBy = users.filter(({ secrets }) => secrets.some((one) => isOne(one, object.name, own)));
  if (neededBy.length > 0)
    return { object, why: "needed-by-driver", neededBy: neededBy.map(({ user }) => user) };
  // A snapshot file does not say which Secret it is.
  const isHidden = users.some(({ secrets }) => secrets.some(({ name }) => name === masked));
  return isHidden ? { object, why: "users-not-read" } : secret;
}

function isSecret({ object }: NotJudged): boolean {
  return object.apiVersion === "v1" && object.kind === "Secret";
}

function isOne(secret: SecretName, name: string, namespace: string | undefined): boolean {
  return secret.name === name && (namespace === undefined || secret.namespace === namespace);
}

interface User {
  readonly user: ObjectRef;
  readonly secrets: readonly SecretName[];
}

async function usersIn(source: Source): Promise<readonly User[] | "unread"> {
  const everywhere = { namespace: undefined };
  const [volumes, contents] = await Promise.all([
    source.select({ resource: "v1/persistentvolumes", ...everywhere }),
    source.select({ resource: "snapshot.storage.k8s.io/v1/volumesnapshotcontents", ...everywhere }),
  ]);
  if (volumes.state === "unread") return "unread";
  if (contents.state === "unread" && contents.reading.reason !== "NotServed") return "unread";
  const objects = [...volumes.objects, ...(contents.state === "found" ? contents.objects : [])];
  return objects.flatMap((object) => {
    const secrets = secretsIn(object);
    return secrets.length === 0 ? [] : [{ user: refOf(object), secrets }];
  });
}

function secretsIn(object: KubeObject): readonly SecretName[] {
  switch (object.kind) {
    case "PersistentVolume":
      return secretsOf(object);
    case "VolumeSnapshotContent":
      return [snapshotSecretOf(object)].filter((secret) => secret !== undefined);
    default:
      return [];
  }
}
