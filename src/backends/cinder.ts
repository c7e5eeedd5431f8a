import type { FileBackend, ListedDisk } from "./backend.ts";
import {
  bytesIn,
  claimUidIn,
  fieldIn,
  gibibyte,
  isListOf,
  recordsIn,
  textIn,
  utcTimeIn,
  uuid,
} from "./fields.ts";

const provisioned = "csi.storage.k8s.io/";

export const cinder: FileBackend = {
  name: "OpenStack Cinder",
  drivers: ["cinder.csi.openstack.org"],
  command: "openstack volume list --long -f json",
  mark: "By the property that the driver sets with `--cluster`.",
  markedBy: "properties",
  limits:
    "A list is of one project. Without `--long`, it has no properties. It has the times of attachments only: say with `--disks-at` when it was made.",
  removal: "`openstack volume delete ID`",
  reuse: "`volumeHandle: ID`",
  sources: [
    "kubernetes/cloud-provider-openstack pkg/csi/cinder/controllerserver.go CreateVolume, getCreateVolumeResponse: the handle is the ID, v1.36",
    "kubernetes/cloud-provider-openstack pkg/csi/cinder/controllerserver.go cinderCSIClusterIDKey: empty without --cluster, v1.36",
    "openstack/python-openstackclient openstackclient/volume/v3/volume.py ListVolume.take_action: Properties only with --long, commit 5b7da4b4",
  ],
  recognises: (document) =>
    isListOf(
      document,
      (each) => uuid.test(textIn(each, "ID") ?? "") && "Attached to" in each && "Size" in each,
    ),
  listing(document) {
    const volumes = recordsIn(document);
    return {
      disks: volumes.map(diskOf),
      times: volumes.flatMap((volume) =>
        recordsIn(fieldIn(volume, "Attached to")).flatMap((each) => utcTimeIn(each, "attached_at") ?? []),
      ),
    };
  },
  deletion: ({ metadata }) => ["openstack", "volume", "delete", metadata.name],
};

function diskOf(volume: { readonly [key: string]: unknown }): ListedDisk {
  const id = textIn(volume, "ID") ?? "";
  const name = textIn(volume, "Name");
  const properties = fieldIn(volume, "Properties");
  const volumeName = textIn(properties, `${provisioned}pv/name`);
  const attached = fieldIn(volume, "Attached to");
  const machines = recordsIn(attached).flatMap((each) => textIn(each, "server_id") ?? []);
  return {
    id,
    handles: [id],
    parts: [id],
    name,
    bytes: bytesIn(volume, "Size", gibibyte),
    state: textIn(volume, "Status"),
    attachedTo: machines,
    // An older client prints a sentence here, with the name of the server. What is attached to a host has no server.
    ...(Array.isArray(attached) && machines.length === attached.length ? { attachments: "known" } : {}),
    volumeName,
    claim: {
      namespace: textIn(properties, `${provisioned}pvc/namespace`),
      name: textIn(properties, `${provisioned}pvc/name`),
      uid: claimUidIn(volumeName ?? name),
    },
    cluster: textIn(properties, "cinder.csi.openstack.org/cluster"),
  };
}
