import { test } from "node:test";
import { pod } from "../../support/objects.ts";
import { deploymentUsing, ofClaim, ofVolume, pair, setOf, stepsOf } from "./situation.ts";

const show = (name: string, lines: readonly string[]) => console.log(`== ${name}\n${lines.join("\n")}`);
test("x", () => {
  show("claim deleted, no pod", stepsOf(ofClaim(), pair({ claim: "deleted" })));
  show(
    "claim deleted, deployment",
    stepsOf(ofClaim(), [...pair({ claim: "deleted" }), ...deploymentUsing("data")]),
  );
  show(
    "volume deleted, deployment",
    stepsOf(ofVolume(), [...pair({ volume: "deleted" }), ...deploymentUsing("data")]),
  );
  show(
    "both deleted",
    stepsOf(ofVolume(), [...pair({ claim: "deleted", volume: "deleted" }), ...deploymentUsing("data")]),
  );
  show("gone, released retain", stepsOf(ofClaim(), [pair({ policy: "Retain", phase: "Released" })[1]]));
  show("gone, released delete", stepsOf(ofClaim(), [pair({ phase: "Released" })[1]]));
  show("well", stepsOf(ofClaim(), pair()));
  show("bare", stepsOf(ofClaim(), [...pair({ claim: "deleted" }), pod({ claims: ["data"] })]));
  show(
    "bare acc",
    stepsOf(ofClaim(), [...pair({ claim: "deleted" }), pod({ claims: ["data"] })], {
      accepted: ["DeletesPods"],
    }),
  );
  show(
    "set",
    stepsOf(ofClaim("data-web-1"), [
      ...pair({ name: "data-web-0" }),
      ...pair({ name: "data-web-1", claim: "deleted" }),
      ...pair({ name: "data-web-2" }),
      ...setOf(3, "Delete"),
    ]),
  );
  show(
    "set",
    stepsOf(ofClaim("data-web-1"), [
      ...pair({ name: "data-web-0", claim: "deleted" }),
      ...pair({ name: "data-web-1", claim: "deleted", volume: "deleted" }),
      ...pair({ name: "data-web-2", volume: "deleted" }),
      ...setOf(3, "Delete"),
    ]),
  );
  const [c, v] = pair();
  const lost = { ...c, status: { phase: "Lost" } };
  show("lost", stepsOf(ofClaim(), [lost, ...deploymentUsing("data")]));
  show("lost given", stepsOf(ofClaim(), [lost, ...deploymentUsing("data")], { given: JSON.stringify(v) }));
});
