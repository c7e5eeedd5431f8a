import { acceptedBy, type GeneralReason } from "../../engine/index.ts";
import { knowledge } from "../../knowledge.ts";
import { planRenderers } from "../../render/index.ts";

/** The remedies that fix can carry out, at least in some cases. */
export const fixableRemedies: readonly string[] = knowledge.remedies
  .filter(({ fixDoes }) => fixDoes !== undefined)
  .map(({ name }) => name)
  .sort();

/** What a plan can ask to accept by name. */
export const dangerNames: readonly string[] = [
  ...new Set([
    ...acceptedBy("fix"),
    "UnknownFinalizer" satisfies GeneralReason,
    ...knowledge.finalizers.flatMap(({ reasons }) => Object.keys(reasons)),
  ]),
].sort();

export const ruleCodes: readonly string[] = knowledge.rules.map(({ code }) => code);

export const planFormats: readonly string[] = planRenderers.map(({ name }) => name);
