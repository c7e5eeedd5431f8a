import type { KnownErrors } from "./known.ts";

/** GlusterFS with Heketi. Kubernetes 1.26 removed the plugin: what is left of it are volumes, and clusters before that. */
export const glusterfs: KnownErrors = {
  drivers: ["kubernetes.io/glusterfs", "org.gluster.glusterfs"],
  source: "kubernetes/kubernetes pkg/volume/glusterfs, 1.25; heketi/heketi v10",
  errors: [
    {
      says: /No space|Maximum number of bricks reached/,
      subject: "Heketi",
      cause: "finds no place for the bricks: too little space on enough nodes",
      mends: { who: "backend", how: "add devices or nodes in Heketi, or bring failed nodes back" },
      retry: "after",
      where: "heketi/heketi apps/glusterfs/errors.go ErrNoSpace",
    },
    {
      says: /failed to create glusterfs REST client, REST server authentication failed/,
      subject: "Heketi",
      cause: "refuses the login of the StorageClass",
      mends: { who: "cluster", how: "correct the Secret that the StorageClass names" },
      retry: "after",
      where: "glusterfs.go CreateVolume",
    },
    {
      says: /failed to create (?:glusterfs REST client, REST URL is empty|volume: (?:failed to create volume: )?Post)/,
      subject: "Heketi",
      cause: "cannot be reached at the resturl of the StorageClass",
      mends: {
        who: "cluster",
        how: "check that Heketi runs, and that kube-controller-manager can reach its address",
      },
      retry: "after",
      where: "glusterfs.go CreateVolume",
    },
    {
      says: /failed to (?:create|update) endpoint/,
      subject: "the Endpoints object of the volume",
      cause: "cannot be written",
      mends: { who: "cluster", how: "grant that right, or repair the quota of the namespace" },
      retry: "after",
      where: "glusterfs.go createOrGetEndpointService",
    },
    {
      says: /endpoints "[^"]*" not found|no valid ipaddress found in endpoint address list/,
      subject: "the Endpoints object that names the Gluster servers",
      cause: "is missing or empty in the namespace; that says nothing about the data",
      mends: { who: "cluster", how: "create the Endpoints again, with the addresses of the servers" },
      retry: "after",
      where: "glusterfs.go setUpAtInternal",
    },
    {
      says: /unknown filesystem type 'glusterfs'/,
      subject: "the node",
      cause: "has no GlusterFS client",
      mends: { who: "node", how: "install the package glusterfs-client or glusterfs-fuse" },
      retry: "after",
      where: "mount(8), the program mount.glusterfs",
    },
    {
      says: /failed to (?:get the 'volume file' from server|fetch volume file)/,
      subject: "the Gluster server",
      cause: "does not give the node that volume: it is stopped, or not known there by that name",
      mends: { who: "backend", how: "check the volume with `gluster volume info` on a server, and start it" },
      retry: "after",
      where: "gluster/glusterfs glusterfsd/src/glusterfsd-mgmt.c mgmt_getspec_cbk",
    },
  ],
};
