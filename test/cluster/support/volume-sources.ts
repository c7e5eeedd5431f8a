const secretRef = { name: "s", namespace: "kinds" };

/** One volume of each source that a volume can still be created with. */
export const volumeSources = {
  csi: { driver: "csi.example", volumeHandle: "vol-1", readOnly: true },
  nfs: { server: "nfs.example", path: "/" },
  awsElasticBlockStore: { volumeID: "aws://eu/vol-1" },
  gcePersistentDisk: { pdName: "disk-1" },
  azureDisk: { diskName: "d", diskURI: "https://a.blob.core.windows.net/vhds/d.vhd" },
  azureFile: { shareName: "s", secretName: "k" },
  cinder: { volumeID: "c-1" },
  vsphereVolume: { volumePath: "[ds] x.vmdk" },
  rbd: { monitors: ["m:1"], image: "i" },
  cephfs: { monitors: ["m:1", "n:2"] },
  iscsi: { targetPortal: "10.0.0.1:3260", iqn: "iqn.2001-04.example:x", lun: 0 },
  fc: { targetWWNs: ["500a0982991b8dc5"], lun: 0 },
  portworxVolume: { volumeID: "p-1" },
  flexVolume: { driver: "example/x" },
  quobyte: { registry: "r:1", volume: "q" },
  scaleIO: { gateway: "https://g", system: "s", secretRef, volumeName: "v" },
  storageos: { volumeName: "v" },
} as const;
