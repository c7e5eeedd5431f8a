import { describe } from "node:test";
import { refOf } from "../../../src/kubernetes/index.ts";
import { event, installed } from "../../support/driver.ts";
import { storageClass } from "../../support/objects.ts";
import { pending } from "./refused-pod.ts";
import { hour, play } from "./rows.ts";

describe("an event says that an attempt to make the volume has begun", () => {
  const gp3 = storageClass();
  const failing = event(refOf(pending()), "ProvisioningFailed", "quota exceeded");
  const provisioning = (at: string) => event(refOf(pending()), "Provisioning", "it is being made", at);
  play([
    [
      "the driver began a moment ago",
      [pending(), gp3, ...installed(), provisioning("2026-11-20T11:58:00Z")],
      "ProvisioningInProgress waiting",
    ],
    [
      "the driver began, and said no more",
      [pending(), gp3, ...installed(), provisioning("2026-11-20T11:30:00Z")],
      "ProvisioningUnanswered stuck",
    ],
    [
      "a provisioner without a driver is at it",
      [pending(), gp3, provisioning(hour)],
      "ProvisioningUnanswered stuck",
    ],
    [
      "the driver fails, and tries again",
      [pending(), gp3, ...installed(), failing, provisioning("2026-11-20T11:58:00Z")],
      "ProvisioningFails blocked",
    ],
  ]);
});
