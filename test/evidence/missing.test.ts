/** What errors of common drivers say is not found. Each is worded as its driver words it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Missing } from "../../src/evidence/index.ts";
import { diskNamesOf, missingIn } from "../../src/evidence/index.ts";
import type { PersistentVolume } from "../../src/kubernetes/index.ts";

interface Row {
  readonly driver: string;
  readonly handle: string;
  readonly says: Missing;
  readonly text: string;
}

const uid = "7a1f0f3e-5c5d-4f0e-9a7e-0c6f2b1d9e44";
const pvc = `pvc-${uid}`;

function row(driver: string, handle: string, says: Missing, text: string): Row {
  return { driver, handle, says, text };
}

const gce = `projects/p-1/zones/europe-west1-b/disks/${pvc}`;
const azure = `/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/rg-1/providers/Microsoft.Compute/disks/${pvc}`;
const ceph = `0001-0009-rook-ceph-0000000000000002-${uid}`;
const cinder = "5f8c1e0a-63b0-4b55-8d29-3ad2b6f1f5c7";

const rows: readonly Row[] = [
  // kubernetes-sigs/aws-ebs-csi-driver pkg/cloud/cloud.go DeleteDisk, DetachDisk; the EC2 API's error codes.
  row("EBS", "vol-0aa0", "this-volume", "InvalidVolume.NotFound: The volume 'vol-0aa0' does not exist."),
  row(
    "EBS",
    "vol-0aa0",
    "this-volume",
    "rpc error: code = Internal desc = Could not delete volume ID \"vol-0aa0\": api error InvalidVolume.NotFound: The volume 'vol-0aa0' does not exist.",
  ),
  row("EBS", "vol-0aa0", "something-else", "InvalidVolume.NotFound: The volume 'vol-0aa01' does not exist."),
  row(
    "EBS",
    "vol-0aa0",
    "something-else",
    "InvalidInstanceID.NotFound: The instance ID 'i-0c1' does not exist",
  ),
  row(
    "EBS",
    "vol-0aa0",
    "something-else",
    'operation error EC2: DeleteVolume, https response error StatusCode: 0, Post "https://ec2.eu-west-9.amazonaws.com/": dial tcp: lookup ec2.eu-west-9.amazonaws.com: no such host',
  ),
  row(
    "EBS",
    "vol-0aa0",
    "something-else",
    "api error InvalidSnapshot.NotFound: The snapshot 'snap-1' does not exist.",
  ),
  // kubernetes-sigs/aws-efs-csi-driver pkg/driver/controller.go DeleteVolume: of a handle without an access point.
  row(
    "EFS",
    "fs-0123",
    "something-else",
    "rpc error: code = NotFound desc = Failed to find access point for volume: fs-0123",
  ),
  row(
    "EFS",
    "fs-0123::fsap-0456",
    "something-else",
    "FileSystemNotFound: File system 'fs-9' does not exist.",
  ),
  // kubernetes-sigs/gcp-compute-persistent-disk-csi-driver pkg/gce-cloud-provider/compute/gce-compute.go DeleteDisk.
  row("GCE PD", gce, "this-volume", `googleapi: Error 404: The resource '${gce}' was not found, notFound`),
  row(
    "GCE PD",
    gce,
    "something-else",
    "googleapi: Error 404: The resource 'projects/p-1' was not found, notFound",
  ),
  row(
    "GCE PD",
    gce,
    "something-else",
    "googleapi: Error 404: The resource 'projects/p-1/zones/europe-west1-b/instances/n-1' was not found, notFound",
  ),
  row("GCE PD", gce, "this-volume", `rpc error: code = NotFound desc = Could not find disk ${gce}`),
  row("GCE PD", gce, "something-else", "rpc error: code = NotFound desc = project p-1 not found"),
  // kubernetes-sigs/azuredisk-csi-driver pkg/azuredisk/controllerserver.go DeleteVolume; errors of Azure Resource Manager.
  row(
    "Azure disk",
    azure,
    "something-else",
    'Code="ResourceGroupNotFound" Message="Resource group \'rg-1\' could not be found."',
  ),
  row(
    "Azure disk",
    azure,
    "something-else",
    "rpc error: code = NotFound desc = the resource group rg-1 could not be found",
  ),
  row(
    "Azure disk",
    azure,
    "something-else",
    "SubscriptionNotFound: The subscription '0b1f6471-1bf0-4dda-aec3-cb9272f09590' could not be found.",
  ),
  row("Azure disk", azure, "this-volume", `disk(${azure}) could not be found`),
  // kubernetes-sigs/azurefile-csi-driver pkg/azurefile/controllerserver.go DeleteVolume; errors of Azure Storage.
  row("Azure file", `rg-1#acc1#${pvc}#`, "something-else", "storage account acc1 does not exist"),
  row(
    "Azure file",
    `rg-1#acc1#${pvc}#`,
    "something-else",
    "StatusCode=404, ErrorCode=ResourceNotFound: dial tcp: lookup acc1.file.core.windows.net: no such host",
  ),
  row(
    "Azure file",
    `rg-1#acc1#${pvc}#`,
    "something-else",
    "ShareNotFound: The specified share does not exist.",
  ),
  // kubernetes-sigs/vsphere-csi-driver pkg/csi/service/vanilla/controller.go; #2620: CNS says NotFound of disks that are there.
  row("vSphere", uid, "something-else", `volumeID "${uid}" not found in QueryVolume`),
  row(
    "vSphere",
    uid,
    "something-else",
    'failed to connect to vCenter: Post "https://vcenter.example.com/sdk": dial tcp: lookup vcenter.example.com on 10.96.0.10:53: no such host',
  ),
  row(
    "vSphere",
    uid,
    "something-else",
    'failed to find VirtualMachine for node: "n-1". Error: node wasn\'t found',
  ),
  row("vSphere", uid, "this-volume", `failed to delete volume: volume "${uid}" not found`),
  row(
    "vSphere",
    uid,
    "something-else",
    "ServerFaultCode: The object 'vim.Datastore:datastore-12' has already been deleted or has not been completely created: datastore not found",
  ),
  // ceph/ceph-csi internal/rbd/errors, internal/cephfs/errors, internal/util/errors.go.
  row("Ceph RBD", ceph, "this-volume", "RBD image not found"),
  row("Ceph RBD", ceph, "this-volume", `rpc error: code = Internal desc = image csi-vol-${uid} not found`),
  row("Ceph RBD", ceph, "something-else", "pool not found: pool (replicapool) not found in Ceph cluster"),
  row(
    "Ceph RBD",
    ceph,
    "something-else",
    `failed to fetch monitor list using clusterID (rook-ceph): missing configuration for cluster ID "rook-ceph": open /etc/ceph-csi-config/config.json: no such file or directory`,
  ),
  row(
    "CephFS",
    ceph,
    "something-else",
    "rados: ret=-2, No such file or directory: \"Error ENOENT: subvolumegroup 'csi' does not exist\"",
  ),
  row(
    "CephFS",
    ceph,
    "this-volume",
    `rpc error: code = Internal desc = subvolume csi-vol-${uid} does not exist`,
  ),
  // longhorn/longhorn-manager csi/controller_server.go DeleteVolume, ControllerUnpublishVolume.
  row("Longhorn", pvc, "this-volume", `rpc error: code = NotFound desc = volume ${pvc} not found`),
  row(
    "Longhorn",
    pvc,
    "something-else",
    `Post "http://longhorn-backend:9500/v1/volumes/${pvc}": dial tcp: lookup longhorn-backend on 10.96.0.10:53: no such host`,
  ),
  row("Longhorn", pvc, "something-else", "rpc error: code = NotFound desc = node n-1 not found"),
  // openebs/zfs-localpv, openebs/mayastor control plane.
  row("OpenEBS", pvc, "something-else", "cannot open 'zfspv-pool': dataset does not exist"),
  row("OpenEBS", uid, "this-volume", `Volume '${uid}' not found`),
  row(
    "OpenEBS",
    uid,
    "something-else",
    "error in response: status code '404 Not Found', Pool 'pool-on-n1' not found",
  ),
  // libopenstorage/openstorage csi/controller.go, csi/node.go.
  row("Portworx", "1063542", "this-volume", "Volume id 1063542 not found"),
  row(
    "Portworx",
    "1063542",
    "something-else",
    "Failed to delete volume: rpc error: code = Unavailable desc = dial tcp: lookup portworx-service.kube-system: no such host",
  ),
  // kubernetes-sigs/nfs-subdir-external-provisioner cmd/nfs-subdir-external-provisioner/provisioner.go Delete.
  row(
    "NFS subdir",
    pvc,
    "something-else",
    `stat /persistentvolumes/shop-data-${pvc}: no such file or directory`,
  ),
  row("NFS subdir", pvc, "something-else", 'storageclass.storage.k8s.io "nfs-client" not found'),
  // NetApp/trident core/orchestrator_core.go DeleteVolume.
  row("Trident", pvc, "this-volume", `volume ${pvc} not found`),
  row("Trident", pvc, "something-else", "backend 3f4a not found"),
  row(
    "Trident",
    pvc,
    "something-else",
    `rpc error: code = Unknown desc = backend ontap-1 for volume ${pvc} not found`,
  ),
  row(
    "Trident",
    pvc,
    "something-else",
    "could not delete volume: error reading SVM details: SVM svm-1 not found",
  ),
  // kubernetes/cloud-provider-openstack pkg/csi/cinder/openstack/openstack_volumes.go; the API's itemNotFound.
  row(
    "Cinder",
    cinder,
    "this-volume",
    `Resource not found: [DELETE https://cinder.example.com/v3/p/volumes/${cinder}], error message: {"itemNotFound": {"code": 404, "message": "Volume ${cinder} could not be found."}}`,
  ),
  row("Cinder", cinder, "something-else", "could not find suitable endpoint: Project p-1 could not be found"),
  row(
    "Cinder",
    cinder,
    "something-else",
    '{"itemNotFound": {"code": 404, "message": "Instance 9b1d could not be found."}}',
  ),
  // digitalocean/csi-digitalocean driver/controller.go; hetznercloud/csi-driver internal/api/volume.go.
  row("DigitalOcean", uid, "this-volume", `rpc error: code = NotFound desc = volume "${uid}" does not exist`),
  row("DigitalOcean", uid, "something-else", 'rpc error: code = NotFound desc = droplet "1" does not exist'),
  row("Hetzner", "4711", "this-volume", "volume with ID '4711' not found (not_found)"),
  row("Hetzner", "4711", "something-else", "server not found"),
  // linode/linode-blockstorage-csi-driver internal/driver/errors.go.
  row("Linode", "77-pvc1", "something-else", "rpc error: code = NotFound desc = instance not found: 31"),
  // dell/csi-powerstore, dell/csi-powermax, dell/csi-unity: pkg/service or service.
  row("Dell", "60570-0001-vol/PS1/scsi", "something-else", "failed to find array ID PS1 in the config"),
  row("Dell", "csi-ABC-vol-000197900046-0012F", "something-else", "array 000197900046 not found in config"),
  row("Dell", "sv_12-vol", "something-else", "host for node n-1 does not exist"),
  row("Dell", "sv_12-vol", "this-volume", "rpc error: code = NotFound desc = Volume not found: sv_12-vol"),
  // purestorage; hpe-storage/csi-driver pkg/driver/controller_server.go.
  row("Pure", pvc, "this-volume", `Volume does not exist.`),
  row("Pure", pvc, "something-else", "rpc error: code = Internal desc = host n-1 does not exist on array"),
  row("HPE", "065ef0", "this-volume", "Volume with ID 065ef0 not found"),
  row("HPE", "065ef0", "something-else", 'secrets "hpe-backend" not found'),
  // kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go deletePV.
  row(
    "local static",
    "/disks/ssd3",
    "something-else",
    'Error cleaning PV "local-pv-77": failed to get volume mode of path "/disks/ssd3": Directory check for "/disks/ssd3" failed: open /disks/ssd3: no such file or directory',
  ),
  // rancher/local-path-provisioner provisioner.go; topolvm/topolvm internal/driver/controller.go; piraeusdatastore/linstor-csi.
  row(
    "local-path",
    "/opt/data",
    "something-else",
    "failed to delete volume: config doesn't contain node n-1: node not found",
  ),
  row("TopoLVM", uid, "something-else", 'nodes "n-1" not found'),
  row("TopoLVM", uid, "something-else", 'volume group "vg-ssd" not found'),
  row("LINSTOR", pvc, "something-else", "failed to delete volume: node 'n-1' not found"),
  row("LINSTOR", pvc, "something-else", `Resource group 'sc-1' not found`),
  // Of no driver in particular.
  row("any", "v-1", "this-volume", "rpc error: code = NotFound desc = volume v-1 does not exist"),
  row("any", "v-1", "something-else", "rpc error: code = NotFound desc = volume v-2 does not exist"),
  row("any", "v-1", "something-else", "volume snapshot v-1 not found"),
  row("any", "v-1", "something-else", "secret of volume: v-1 not found"),
  row("any", "v-1", "something-else", "volume v-1 not found in pool ssd-1"),
  row("any", "v-1", "something-else", "volume v-1 not found: backend pool ssd-1 does not exist"),
  row("any", "v-1", "something-else", "backend pool ssd-1 not found in the configuration of array A7"),
  row("any", "v-1", "something-else", "volume attachment v-1 not found"),
  row("any", "v-1", "nothing", "rpc error: code = NotFound desc = not found"),
  row("any", "v-1", "nothing", "rpc error: code = NotFound desc = 404"),
  row("any", "v-1", "nothing", "volume v-1 is in use"),
  row("any", "v-1", "nothing", ""),
];

for (const { driver, handle, says, text } of rows) {
  test(`${driver}, ${says}: ${text || "no words at all"}`, () => {
    const volume: PersistentVolume = {
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: pvc, uid: "u" },
      spec: { csi: { driver: "d", volumeHandle: handle } },
    };
    assert.equal(missingIn(text, diskNamesOf(volume)), says);
  });
}

test("a long text of another's making is read in no time", () => {
  for (const piece of ["volume ", "not ", "x", "was not found ", "the the ", "failed to find volume ", ":"])
    assert.ok(missingIn(piece.repeat(200_000), ["v-1"]) !== undefined);
});
