import type { Stage } from "./stage.ts";

/** What the audit must say. */
export interface Expected {
  readonly code: string;
  /** As in `persistentvolumeclaim/reports`. */
  readonly object: string;
  /** The stable reason of the root cause, or words of the message where a rule has no reasons. */
  readonly because: string;
}

/** One kind of trouble, made of real objects in three acts. */
export interface Trouble {
  readonly what: string;
  /** While all controllers act and the driver works. */
  readonly make?: (stage: Stage) => Promise<void>;
  /** The driver answers with errors. */
  readonly whenDriverFails?: (stage: Stage) => Promise<void>;
  /** kube-controller-manager and the driver's sidecars have stopped. */
  readonly whenNobodyActs?: (stage: Stage) => Promise<void>;
  expected(stage: Stage): readonly Expected[];
}

export const claim = (name: string) => `persistentvolumeclaim/${name}`;
export const volume = (name: string) => `persistentvolume/${name}`;
