import { claimOperators, operatorDeletes } from "../controllers/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";

const [first = "", ...others] = claimOperators.map(({ source }) => source);

export default defineWait({
  wait: "operator-deletes-claim",
  on: ["v1/persistentvolumeclaims"],
  sources: [first, ...others],
  reasons: {
    OperatorDeletesClaim: waiting("An operator deletes the claim by itself", {
      what: "The labels or annotations of the claim show that it belongs to an operator which deletes its claims.",
      why: "The operator deletes a claim when it no longer needs it, or when its custom resource is deleted. No owner reference of the claim shows that. With policy Delete the data is then deleted.",
      whatToDo:
        'The claim is healthy. If you need the data, set the volume to Retain first: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
    }),
  },
  remark(claim) {
    const when = isTerminating(claim) ? undefined : operatorDeletes(claim);
    return when === undefined ? undefined : { reason: "OperatorDeletesClaim", message: when };
  },
});
