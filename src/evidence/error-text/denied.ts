/**
 * Whose permission an error says is missing. `driver`: its credentials at the storage backend; `service-account`: of a
 * controller, at the API server; `file`: of one file, directory or device on a machine; `client`: the machine, at the server of
 * a share.
 */
export type Denied = "driver" | "service-account" | "file" | "client";

/** As the API server words it: `persistentvolumes "a" is forbidden: User "b" cannot patch resource "persistentvolumes"`. */
const byApiServer =
  /\bis forbidden: User\b|\bcannot (?:get|list|watch|create|patch|update|delete) resource\b/i;

/** mount.nfs(8), mount.cifs(8): the server refuses this client. */
const byShare = /access denied by server|mount error\(13\)|export .{0,80}\bdenied/i;

/** What a program says of a file: rm(1), unlinkat(2), mkdir(2), chown(2), resize2fs(8). */
const ofFile =
  /(?:\brm: |\bunlink(?:at)?\b|\brmdir\b|\bmkdir\b|\blchown\b|\bchown\b|\bchmod\b|\bopen\b|\bremove(?:All)?\b|\blstat\b|\bresize2fs: )[^;]{0,400}?(?:permission denied|operation not permitted|read-only file system)/i;

const byBackend =
  /unauthorized|not authori[sz]ed|access ?denied|permission ?denied|forbidden|PermissionDenied/i;

/** The words of the same that none of these contains: an account that cannot log in. */
const login =
  /authorization ?fail|unauthenticated|authfailure|authentication (?:failed|required)|expiredtoken|(?:invalid|wrong|expired|incorrect) (?:user ?name|password|credentials?|token)|(?:password|token|credentials?|secret)\b.{0,60}\b(?:expired|invalid|empty)|login failed|does not have authorization/i;

const loginStatus = /(?:status(?: ?code)?|http|answered|code|error)\W{0,4}40[13]\b/i;

/** The clouds refuse a request too many with the same status as one without permission: Google Cloud with 403. */
const tooMany = /rateLimitExceeded/i;

/** cryptsetup(8) says both of a device that it cannot open: most often the device does not exist. */
const eitherOr = /does not exist or access denied/gi;

/** Whose permission is missing; nothing where the error is not about permissions. */
export function deniedIn(said: string): Denied | undefined {
  const text = said.replace(eitherOr, "does not exist");
  if (tooMany.test(text)) return undefined;
  if (byApiServer.test(text)) return "service-account";
  if (byShare.test(text)) return "client";
  if (ofFile.test(text)) return "file";
  return byBackend.test(text) || login.test(text) || loginStatus.test(text) ? "driver" : undefined;
}

/** What was refused, in the words of those who grant it, and to whom or on what, as far as the words say. */
export interface MissingPermission {
  readonly name: string;
  readonly whom?: string;
  readonly on?: string;
}

/**
 * Each with the groups `name`, and `whom` or `on`. AWS: `User: arn:… is not authorized to perform: ec2:AttachVolume on resource: …`
 * (ministryofjustice/modernisation-platform#8392). Google Cloud: `Required 'compute.disks.get' permission for 'projects/…'`
 * (kubernetes-sigs/gcp-compute-persistent-disk-csi-driver#85). Azure: `The client '…' with object id '…' does not have authorization
 * to perform action 'Microsoft.Compute/disks/delete' over scope '…'` (Azure/vagrant-azure#164). OpenStack:
 * `Policy doesn't allow volume:delete to be performed.` (openstack/cinder cinder/exception.py PolicyNotAuthorized).
 */
const ofClouds: readonly RegExp[] = [
  /(?:User: (?<whom>\S+) is )?not authorized to perform:? (?<name>[a-z0-9-]+:\w+)/,
  /Required '(?<name>[\w.]+)' permission(?: for '(?<on>[^']+)')?/,
  /(?:client '(?<whom>[^']+)'.{0,200}?)?does not have authorization to perform action '(?<name>[^']+)'(?: over scope '(?<on>[^']+)')?/,
  /Policy doesn't allow (?<name>[\w:-]+) to be performed/,
];

/**
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go forbiddenMessage, 1.36.
 */
const ofApiServer =
  /User "(?<whom>[^"]+)" cannot (?<verb>\w+) resource "(?<kind>[^"]+)"(?: in API group "(?<group>[^"]*)")?/;

/** The permission that an error names as missing; nothing where it names none, as an encoded message of AWS. */
export function permissionIn(text: string): MissingPermission | undefined {
  const { verb, kind, group = "", whom: user } = ofApiServer.exec(text)?.groups ?? {};
  if (verb !== undefined && kind !== undefined && user !== undefined) {
    const [plural = kind, ...subresource] = kind.split("/");
    const of = [group === "" ? plural : `${plural}.${group}`, ...subresource].join("/");
    return { name: `to ${verb} ${of}`, whom: user };
  }
  for (const words of ofClouds) {
    const { name, whom, on } = words.exec(text)?.groups ?? {};
    if (name !== undefined)
      return { name, ...(whom === undefined ? {} : { whom }), ...(on === undefined ? {} : { on }) };
  }
  return undefined;
}
