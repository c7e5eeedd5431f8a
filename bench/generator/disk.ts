import type { Values } from "./frozen.ts";
import { ago, day } from "./moment.ts";
import type { Random } from "./random.ts";

export const driver = "ebs.csi.aws.com";
export const attacherFinalizer = "external-attacher/ebs-csi-aws-com";

export interface Class {
  readonly name: string;
  readonly reclaimPolicy: "Delete" | "Retain";
}

/** A claim, its volume, and where they are. */
export interface Disk {
  readonly namespace: string;
  readonly claim: string;
  readonly claimUid: string;
  /** `pvc-` and the claim's uid. */
  readonly volume: string;
  readonly handle: string;
  readonly size: string;
  readonly class: Class;
  readonly zone: string;
  /** Where the pod runs. */
  readonly nodeName: string;
  readonly labels: Values;
  readonly made: string;
}

export function diskOf(
  place: Pick<Disk, "namespace" | "claim" | "class" | "zone" | "nodeName" | "labels">,
  random: Random,
): Disk {
  const claimUid = random.uid();
  return {
    ...place,
    claimUid,
    volume: `pvc-${claimUid}`,
    handle: `vol-0${random.hex(16)}`,
    size: random.pick(["10Gi", "20Gi", "50Gi", "100Gi"]),
    made: ago((45 + random.below(300)) * day + random.below(day)),
  };
}

export function identity(random: Random): Values {
  return { uid: random.uid(), resourceVersion: String(1_000_000 + random.below(9_000_000)) };
}
