import type { KubeObject, PersistentVolumeClaim } from "../../../src/model/index.ts";
import type { Prediction } from "./predict.ts";

/** A way in which a model is known to differ. Take it out when the model is mended: the test then holds it to that. */
interface KnownDifference {
  readonly what: string;
  explains(prediction: Prediction, real: readonly KubeObject[]): boolean;
}

const differences: readonly KnownDifference[] = [
  {
    what: "a claim that is Bound to its volume without bind-completed is given the annotation, and is Lost without it",
    explains: ({ objects }, real) =>
      real.some(isLostClaim) &&
      objects.some(
        (object) =>
          object.kind === "PersistentVolumeClaim" &&
          (object as PersistentVolumeClaim).status?.phase === "Bound" &&
          (object as PersistentVolumeClaim).spec?.volumeName !== undefined &&
          object.metadata.annotations?.["pv.kubernetes.io/bind-completed"] === undefined,
      ),
  },
];

function isLostClaim(object: KubeObject): boolean {
  return (
    object.kind === "PersistentVolumeClaim" && (object as PersistentVolumeClaim).status?.phase === "Lost"
  );
}

export function knownDifference(prediction: Prediction, real: readonly KubeObject[]): string | undefined {
  return differences.find((difference) => difference.explains(prediction, real))?.what;
}
