import type { KnownErrors } from "./known.ts";

/** csi-driver-smb. */
export const smb: KnownErrors = {
  drivers: ["smb.csi.k8s.io"],
  source: "kubernetes-csi/csi-driver-smb v1.20.0",
  errors: [
    {
      says: /Error getting username and password from secret|could not get secret\(/,
      subject: "the Secret with the user of the share",
      cause: "cannot be read",
      mends: { who: "cluster", how: "create that Secret again, or allow the driver to read it" },
      retry: "after",
      where: "pkg/smb/nodeserver.go",
    },
    {
      says: /failed to mount smb server/,
      subject: "the SMB server",
      cause: "could not be mounted by the controller of the driver",
      mends: { who: "backend", how: "check the server, the share and the credentials in the Secret" },
      retry: "after",
      where: "pkg/smb/controllerserver.go",
    },
    {
      says: /Empty kerberos cache|Malformed kerberos cache/,
      subject: "the Kerberos ticket in the Secret",
      cause: "is empty or damaged",
      mends: { who: "cluster", how: "write a valid ticket into the Secret" },
      retry: "after",
      where: "pkg/smb/nodeserver.go",
    },
    {
      says: /block volume capability not supported/,
      subject: "the driver",
      cause: "has no block volumes",
      mends: { who: "owner", how: "recreate the claim with volumeMode Filesystem" },
      retry: "never",
      where: "pkg/smb/controllerserver.go",
    },
  ],
};
