import type { Acceptance, ObjectRef, Phrase, Refusal, Remedy, Safety } from "../model/index.ts";

/** What is known of a danger that is not the reason of a hold. Its page is in `commands/pages`. */
export interface DangerFacts {
  /** `loss`: data is lost for certain, or may be damaged. `leak`: it stays, and nothing records where. `risk`: something else can go wrong. */
  readonly cost: "loss" | "leak" | "risk";
  readonly acceptedBy: readonly ["fix" | "rescue" | "undo", ...("fix" | "rescue" | "undo")[]];
  /** A danger that says this one too, and more: who accepts that one is not asked for this one. */
  readonly within?: string;
}

/** Every danger that a person must accept by its name, beside the reasons of holds that would be broken. */
export const dangers = {
  DataDestroyed: { cost: "loss", acceptedBy: ["fix"] },
  SnapshotDestroyed: { cost: "loss", acceptedBy: ["fix"] },
  SnapshotDiscarded: { cost: "risk", acceptedBy: ["fix"], within: "SnapshotDestroyed" },
  DiskLeaks: { cost: "leak", acceptedBy: ["fix"] },
  SnapshotLeaks: { cost: "leak", acceptedBy: ["fix"] },
  DataExposed: { cost: "loss", acceptedBy: ["fix"] },
  OldDataReadable: { cost: "risk", acceptedBy: ["fix"] },
  DataGivenUp: { cost: "loss", acceptedBy: ["fix"] },
  RecordLost: { cost: "risk", acceptedBy: ["fix"] },
  NodeMayStillWrite: { cost: "loss", acceptedBy: ["fix"] },
  VolumeMayBeInUse: { cost: "risk", acceptedBy: ["fix"] },
  StillAttached: { cost: "risk", acceptedBy: ["fix"] },
  VolumeAttached: { cost: "risk", acceptedBy: ["fix"] },
  NodeReportsVolume: { cost: "risk", acceptedBy: ["fix"] },
  VolumeBound: { cost: "risk", acceptedBy: ["fix"] },
  ClaimUsesVolume: { cost: "risk", acceptedBy: ["fix"] },
  SnapshotUsesContent: { cost: "risk", acceptedBy: ["fix"] },
  ClaimNeverFilled: { cost: "risk", acceptedBy: ["fix"] },
  OwnerRuns: { cost: "risk", acceptedBy: ["fix"] },
  OwnerPassedOver: { cost: "risk", acceptedBy: ["fix"] },
  InsecureTLS: { cost: "risk", acceptedBy: ["fix", "rescue", "undo"] },
  DeletesPods: { cost: "risk", acceptedBy: ["rescue", "undo"] },
  RetainNotProven: { cost: "risk", acceptedBy: ["rescue", "undo"] },
  DeletionWasTried: { cost: "risk", acceptedBy: ["rescue"] },
  WebhookUnreachable: { cost: "risk", acceptedBy: ["rescue", "undo"] },
  EditedBackup: { cost: "risk", acceptedBy: ["undo"] },
} as const satisfies { readonly [name: string]: DangerFacts };

export type Danger = keyof typeof dangers;

export function acceptedBy(command: DangerFacts["acceptedBy"][number]): readonly Danger[] {
  const all = Object.entries(dangers) as readonly (readonly [Danger, DangerFacts])[];
  return all.filter(([, facts]) => facts.acceptedBy.includes(command)).map(([name]) => name);
}

/** Of the dangers of a plan each once, and none that another of them says too. */
export function toBeAccepted(found: readonly Acceptance[]): readonly Acceptance[] {
  const byName = new Map<string, Acceptance>();
  for (const each of found) if (!byName.has(each.name)) byName.set(each.name, each);
  return [...byName.values()].filter(({ name }) => !byName.has(factsOf(name)?.within ?? ""));
}

/** The reason of a hold has none. */
export function factsOf(name: string): DangerFacts | undefined {
  const known: { readonly [name: string]: DangerFacts } = dangers;
  return Object.hasOwn(dangers, name) ? known[name] : undefined;
}

/** @param instead what a person can do */
export function refusal(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Refusal {
  return { reason, object, message, ...(instead === undefined ? {} : { instead }) };
}

export function acceptance(name: Danger, because: Phrase): Acceptance {
  return { name, because };
}

function isLoss({ name }: Acceptance): boolean {
  return factsOf(name)?.cost === "loss";
}

/** What must be accepted says more than the remedy knew. */
export function safetyWith(safety: Safety, accept: readonly Acceptance[]): Safety {
  if (safety === "loses-data" || accept.some(isLoss)) return "loses-data";
  return accept.length > 0 ? "risky" : safety;
}

/** The remedy, called no safer than what must be accepted for it. */
export function weighed(remedy: Remedy): Remedy {
  const safety = safetyWith(remedy.safety, remedy.fix?.accept ?? []);
  return safety === remedy.safety ? remedy : { ...remedy, safety };
}
