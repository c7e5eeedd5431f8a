import { keyOf } from "../../kubernetes/index.ts";

/** Where the data of a volume is on a file server, as its driver finds it to delete it. */
export interface Directory {
  /** The server, file system or storage account. */
  readonly root: string;
  /** None for all of it. */
  readonly path: readonly string[];
}

/** The drivers and plugins whose volumes are directories, of which one can contain another. */
const directories: ReadonlyMap<string, (handle: string) => Directory | undefined> = new Map([
  ["kubernetes.io/nfs", ofNfs],
  ["nfs.csi.k8s.io", ofNfsDriver],
  ["efs.csi.aws.com", ofEfs],
  ["file.csi.azure.com", ofAzureFile],
]);

/** `undefined` of any other driver, and where the handle does not say: a static volume can have any. */
export function directoryIn(driver: string, handle: string): Directory | undefined {
  return directories.get(driver)?.(handle);
}

export function directoryKey({ root, path }: Directory): string {
  return keyOf("directory", root, ...path);
}

/** The keys of all directories that contain this one, and with which it is deleted. */
export function enclosingKeys({ root, path }: Directory): readonly string[] {
  return path.map((_, depth) => directoryKey({ root, path: path.slice(0, depth) }));
}

/** The name of a server in any case, and the path without what does not change it. */
function onServer(server: string, path: string): Directory {
  const clean: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") clean.pop();
    else if (part !== "" && part !== ".") clean.push(part);
  }
  return { root: keyOf("nfs", server.toLowerCase()), path: clean };
}

function ofNfs(handle: string): Directory | undefined {
  const [, server, path] = /^(.+?):(\/.*)$/.exec(handle) ?? [];
  return server === undefined || path === undefined ? undefined : onServer(server, path);
}

/**
 * The driver removes this directory and all that is in it.
 * kubernetes-csi/csi-driver-nfs pkg/nfs/controllerserver.go DeleteVolume, getNfsVolFromID, v4.13.
 */
function ofNfsDriver(handle: string): Directory | undefined {
  const parts = handle.split("#");
  const [server, base, inside] =
    parts.length < 3 ? (/^([^/]+)\/(.*)\/([^/]+)$/.exec(handle) ?? []).slice(1) : parts;
  if (server === undefined || base === undefined || inside === undefined) return undefined;
  return inside === "" ? undefined : onServer(server, `${base}/${inside}`);
}

/**
 * The directory of an access point is somewhere in its file system, under a path that only AWS knows. It is deleted with the
 * access point only if the driver runs with `--delete-access-point-root-dir`. Without an access point nothing is deleted.
 * kubernetes-sigs/aws-efs-csi-driver pkg/driver/controller.go DeleteVolume, pkg/driver/node.go parseVolumeId, v3.4.
 */
function ofEfs(handle: string): Directory | undefined {
  const parts = handle.split(":");
  const [type, system, path = "", point = ""] = parts[0]?.startsWith("fs-") ? ["efs", ...parts] : parts;
  if (type === undefined || system?.startsWith("fs-") !== true) return undefined;
  const root = keyOf(type, system);
  return point === "" ? { root, path: onServer("", path).path } : { root, path: [point] };
}

/**
 * A share in its storage account, or a disk image in that share. The name of an account is its own in all of Azure.
 * kubernetes-sigs/azurefile-csi-driver pkg/azurefile/azurefile.go GetFileShareInfo, v1.33.
 */
function ofAzureFile(handle: string): Directory | undefined {
  const [, account, share, image = ""] = handle.split("#");
  if (account === undefined || share === undefined || share === "") return undefined;
  return { root: keyOf("azure-file", account.toLowerCase()), path: image === "" ? [share] : [share, image] };
}
