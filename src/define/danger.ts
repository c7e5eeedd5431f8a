/** The commands that change a cluster. */
export type Command = "fix" | "rescue" | "undo";

/** What is known of a danger that is not the reason of a hold, and what its page says in plain words. */
export interface DangerFacts {
  /** `loss`: data is lost for certain, or may be damaged. `leak`: it stays, and nothing records where. `risk`: something else can go wrong. */
  readonly cost: "loss" | "leak" | "risk";
  readonly acceptedBy: readonly Command[];
  /** A danger that says this one too, and more: who accepts that one is not asked for this one. */
  readonly within?: string;
  /** At most 72 columns, starts with a capital, no full stop. */
  readonly title: string;
  readonly what: string;
  readonly why: string;
  /** Names a command, or says that a person must act. */
  readonly whatToDo: string;
}

/** Most dangers are those of `fix`. */
const of =
  (cost: DangerFacts["cost"]) =>
  (told: Omit<DangerFacts, "cost" | "acceptedBy"> & Partial<DangerFacts>): DangerFacts => ({
    cost,
    acceptedBy: ["fix"],
    ...told,
  });
export const loss = of("loss");
export const leak = of("leak");
export const risk = of("risk");
