import type { Api } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import type { ObjectManifest } from "../../support/paths.ts";

const group = "snapshot.storage.k8s.io";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** As much of external-snapshotter's CustomResourceDefinitions as it takes to store snapshots. They stay installed. */
export async function installSnapshotKinds(api: Api): Promise<void> {
  await install(api, "VolumeSnapshot", "Namespaced");
  await install(api, "VolumeSnapshotContent", "Cluster");
  await install(api, "VolumeSnapshotClass", "Cluster");
  await eventually("the snapshot API is served", async () => {
    const answer = await api.send("GET", `/apis/${group}/v1/volumesnapshots`);
    return answer.status === 200 ? answer : undefined;
  });
}

async function install(api: Api, kind: string, scope: string): Promise<void> {
  const plural = kind.endsWith("s") ? `${kind.toLowerCase()}es` : `${kind.toLowerCase()}s`;
  const name = `${plural}.${group}`;
  const { status } = await api.send("GET", `${definitions}/${name}`);
  if (status === 200) return;
  await api.create(definition(name, kind, plural, scope));
}

function definition(name: string, kind: string, plural: string, scope: string): ObjectManifest {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: open } };
  const subresources = kind === "VolumeSnapshotClass" ? {} : { subresources: { status: {} } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name, annotations: { "api-approved.kubernetes.io": "unapproved, for a test" } },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase() },
      versions: [{ ...version, ...subresources }],
    },
  };
}
