import type { KnownErrors } from "./known.ts";

/** Cinder. */
export const cinder: KnownErrors = {
  drivers: ["cinder.csi.openstack.org", "kubernetes.io/cinder"],
  source: "kubernetes/cloud-provider-openstack cinder chart 2.36.0",
  errors: [
    {
      says: /[Ss]tatus must be available to reserve, but the status is creating/,
      subject: "the disk",
      cause: "is still being created in Cinder",
      retry: "alone",
      where: "openstack/cinder cinder/volume/api.py attachment_create",
    },
    {
      says: /status must be available or downloading to reserve, but the current status is (?:reserved|attaching|detaching)/,
      subject: "the disk",
      cause:
        "is still marked in Cinder for an attach or a detach that has not ended there; the data is not affected",
      mends: {
        who: "backend",
        how: "list the attachments of the volume in Cinder. If that remains for more than some minutes, end the one that no server uses, after a check that no server has the disk",
      },
      retry: "after",
      where:
        "openstack/cinder cinder/volume/api.py attachment_create; kubernetes/cloud-provider-openstack#2553",
    },
    {
      says: /due to exceeded quota/,
      subject: "the quota of the OpenStack project",
      cause: "is used up",
      mends: { who: "backend", how: "raise the quota, or delete volumes that are not needed" },
      retry: "after",
      where: "pkg/csi/cinder/controllerserver.go CreateVolume",
    },
    {
      says: /it's still attached to a node/,
      subject: "the disk",
      cause: "is still attached to a server in OpenStack",
      mends: { who: "backend", how: "detach it there, if nothing uses it" },
      retry: "after",
      where: "pkg/csi/cinder/openstack/openstack_volumes.go DeleteVolume",
    },
    {
      says: /volume is in Error State/,
      subject: "the disk",
      cause: "is in the state error in OpenStack",
      mends: { who: "backend", how: "repair or reset the volume in Cinder" },
      retry: "after",
      where: "pkg/csi/cinder/openstack/openstack_volumes.go",
    },
    {
      says: /isn't in available state so we can not attach it.{0,200}in-use/,
      subject: "the disk",
      cause: "is attached to another machine already, and its Cinder type does not allow two",
      mends: {
        who: "owner",
        how: "run the pods that use it on one node, or copy the data to a volume of a multiattach type",
      },
      retry: "after",
      where: "kubernetes/cloud-provider-openstack#1778",
    },
    {
      says: /can not detach volume \S+, its status is/,
      subject: "the disk",
      cause: "is in a state in which Cinder does not detach it",
      mends: { who: "backend", how: "check the state of the volume in Cinder, and of the server in Nova" },
      retry: "after",
      where: "pkg/csi/cinder/openstack/openstack_volumes.go DetachVolume",
    },
    {
      says: /volume cannot be resized, when status is/,
      subject: "the disk",
      cause: "is in a state in which Cinder does not resize it",
      mends: { who: "backend", how: "check the state of the volume in Cinder" },
      retry: "after",
      where: "pkg/csi/cinder/openstack/openstack_volumes.go ExpandVolume",
    },
    {
      says: /failed to be attached within the allotted time|failed to detach within the allotted time/,
      subject: "Nova",
      cause: "has not finished attaching or detaching the disk",
      retry: "alone",
      where: "pkg/csi/cinder/openstack/openstack_volumes.go",
    },
    {
      says: /Backups are not enabled in Cinder/,
      subject: "Cinder",
      cause: "has no backup service, which the class of the snapshot requests",
      mends: { who: "cluster", how: "use a VolumeSnapshotClass of type snapshot" },
      retry: "never",
      where: "pkg/csi/cinder/controllerserver.go CreateSnapshot",
    },
    {
      says: /Already exists with same name and different capacity/,
      subject: "another disk of this name",
      cause: "exists with another size",
      mends: { who: "backend", how: "delete that disk if it is not needed, or recreate the claim" },
      retry: "never",
      where: "pkg/csi/cinder/controllerserver.go CreateVolume",
    },
  ],
};
