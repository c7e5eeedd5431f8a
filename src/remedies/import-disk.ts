import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { join, say } from "../kubernetes/index.ts";

/** What the name of an object can be: kubernetes/kubernetes staging/src/k8s.io/apimachinery NameIsDNSSubdomain, 1.36. */
const nameRule = /^[a-z0-9]([-a-z0-9.]{0,200}[a-z0-9])?$/;

/** What means itself between the quotes of YAML. */
const isPlain = (value: string) => /^[\w./:#=@-]+$/.test(value);

/** The same with spaces between words, as in the attributes of a driver. */
const isQuotable = (value: string) => /^[\w./:#=@-]+(?: [\w./:#=@-]+)*$/.test(value);

/** `, volumeAttributes: {ip: "10.0.0.2"}`; nothing where there are none. */
function written(attributes: readonly (readonly [string, string])[]): Phrase {
  if (attributes.length === 0) return [];
  const each = attributes.map(([key, value]) => say`${key}: "${value}"`);
  return say`, volumeAttributes: {${join(each, ", ")}}`;
}

export const importDisk = defineRemedy({
  name: "import-disk",
  summary: "Create a volume with policy Retain for a disk that has none",
  on: ["pvguard.dev/v1alpha1/disks"],
  needs: ["pvguard.dev/v1alpha1/disks"],
  make(on, _using, cluster) {
    const found = cluster.get("pvguard.dev/v1alpha1/disks", on.name);
    const {
      driver,
      handles = [],
      bytes,
      volumeName,
      volumeAttributes = {},
      claim,
    } = (found.state === "found" && found.object.spec) || {};
    const [handle] = handles;
    const name = volumeName ?? on.name;
    if (driver === undefined || handle === undefined || !nameRule.test(name)) return undefined;
    const { namespace = "NAMESPACE", name: claimName = "CLAIM" } = claim ?? {};
    if (!isPlain(driver) || !isPlain(handle) || !isPlain(namespace) || !isPlain(claimName)) return undefined;
    const attributes = Object.entries(volumeAttributes).map(([key, value]) => [key, value ?? ""] as const);
    if (!attributes.flat().every(isQuotable)) return undefined;
    const file = `persistentvolume-${name}.yaml`;
    return {
      title: say`Create pv/${name} for the disk, to look at its data`,
      dangers: ["WrongData"],
      spares: "the data",
      because: say`The policy Retain keeps the disk whatever becomes of the volume. Only a claim with that namespace and name can use it.`,
      first: [
        say`Save this manifest as ${file}: {apiVersion: v1, kind: PersistentVolume, metadata: {name: ${name}}, spec: {capacity: {storage: ${bytes ?? "SIZE"}}, accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Retain, storageClassName: "", claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: ${namespace}, name: ${claimName}}, csi: {driver: ${driver}, volumeHandle: "${handle}"${written(attributes)}}}}`,
        say`Compare it with a saved manifest of the former volume: fsType, volumeMode and nodeAffinity are not in a list of disks.`,
      ],
      commands: [kubectl`create -f ${file}`],
      steps: [
        say`Create the claim ${claimName} in ${namespace} with storageClassName "" and volumeName ${name}.`,
      ],
    };
  },
});
