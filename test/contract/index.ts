import { after, before } from "node:test";
import { accessTests } from "./access.ts";
import { createTests } from "./create.ts";
import { deleteTests } from "./delete.ts";
import { discoveryTests } from "./discovery.ts";
import { finalizerTests } from "./finalizers.ts";
import { listTests } from "./list.ts";
import { pastTests } from "./past.ts";
import { raceTests } from "./race.ts";
import { selectorTests } from "./selectors.ts";
import type { ContractServer } from "./server.ts";
import { statusTests } from "./status.ts";
import { Subject } from "./subject.ts";
import { watchTests } from "./watch.ts";
import { webhookTests } from "./webhooks.ts";

export type { ContractServer } from "./server.ts";

/** What pvguard and its tests rely on in an API server: one suite for the real one and for the one in memory. */
export function contract(start: () => Promise<ContractServer>): void {
  const subject = new Subject();
  before(() => subject.open(start));
  after(() => subject.close());
  finalizerTests(subject);
  statusTests(subject);
  createTests(subject);
  deleteTests(subject);
  listTests(subject);
  selectorTests(subject);
  watchTests(subject);
  discoveryTests(subject);
  accessTests(subject);
  webhookTests(subject);
  raceTests(subject);
  pastTests(subject);
}
