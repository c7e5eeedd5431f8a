import type { ObjectManifest, Place } from "../../support/paths.ts";

const containers = [
  { name: "main", image: "example.invalid/none", volumeMounts: [{ name: "data", mountPath: "/data" }] },
];
const labels = { app: "shop" };
const selector = { matchLabels: labels };
const podSpec = { automountServiceAccountToken: false, terminationGracePeriodSeconds: 0, containers };

export function deploymentUsing(claimName: string, place: Place): ObjectManifest {
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName } }];
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...place },
    spec: { replicas: 1, selector, template: { metadata: { labels }, spec: { ...podSpec, volumes } } },
  };
}

export function statefulSet(
  place: Place,
  replicas: number,
  storageClassName: string,
  spec: object = {},
): ObjectManifest {
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], storageClassName, resources: { requests: { storage: "1Gi" } } },
  };
  const template = { metadata: { labels }, spec: podSpec };
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { ...place },
    spec: { replicas, selector, serviceName: "none", template, volumeClaimTemplates: [claim], ...spec },
  };
}
