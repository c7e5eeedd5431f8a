import type { KubeObject, PersistentVolume, PersistentVolumeClaim } from "../../../src/model/index.ts";
import type { Prediction } from "./predict.ts";

/** A way in which a model is known to differ. Take it out when the model is mended: the test then holds it to that. */
interface KnownDifference {
  readonly what: string;
  explains(prediction: Prediction, real: readonly KubeObject[]): boolean;
}

const differences: readonly KnownDifference[] = [
  {
    what: "binding a claim changes its volume too: claimRef, and phase Bound",
    explains: ({ usual }) => usual.moves.some(({ action }) => action.do === "bind"),
  },
  {
    what: "a claim with a class keeps its phase while nothing is found or provisioned for it",
    explains: ({ usual }, real) =>
      real.some((object) => object.kind === "PersistentVolumeClaim" && phaseOf(object) !== "Pending") &&
      usual.moves.some(({ action }) => action.do === "set-phase" && action.phase === "Pending"),
  },
  {
    what: "a claim in phase Bound that names no volume is given the one that is reserved for it",
    explains: ({ objects }, real) => {
      const before = objects.find(({ kind }) => kind === "PersistentVolumeClaim");
      const now = real.find(({ kind }) => kind === "PersistentVolumeClaim");
      return (
        before !== undefined &&
        now !== undefined &&
        phaseOf(before) === "Bound" &&
        volumeNameOf(before) === undefined &&
        volumeNameOf(now) !== undefined
      );
    },
  },
  {
    what: "syncing a bound claim sets its volume's phase",
    explains: ({ objects }, real) =>
      real.some((object) => object.kind === "PersistentVolume" && phaseOf(object) === "Bound") &&
      objects.some(({ metadata }) => metadata.annotations?.["pv.kubernetes.io/bind-completed"] !== undefined),
  },
];

function phaseOf(object: KubeObject): string | undefined {
  return (object as PersistentVolumeClaim | PersistentVolume).status?.phase;
}

function volumeNameOf(object: KubeObject): string | undefined {
  return (object as PersistentVolumeClaim).spec?.volumeName;
}

export function knownDifference(prediction: Prediction, real: readonly KubeObject[]): string | undefined {
  return differences.find((difference) => difference.explains(prediction, real))?.what;
}
