import type { ObjectManifest } from "../support/paths.ts";
import type { Stage } from "./stage.ts";

/** Claims that nothing names are a trouble of their own; here only this one is to have it. */
const idleClaim = "old-site";

/** An app that is scaled to nothing and names the claims of its namespace, so that they do not count as unused. */
export function appAtRest(stage: Stage, namespace: string): ObjectManifest {
  const names = stage.claimsIn(namespace).filter((name) => name !== idleClaim);
  const labels = { app: "at-rest" };
  const volumes = names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const spec = { containers: [{ name: "main", image: "example.invalid/none" }], volumes };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "at-rest", namespace },
    spec: { replicas: 0, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}
