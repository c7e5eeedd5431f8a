/** What the server has forgotten. Last of all, since it forgets for every test. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { watched } from "./events.ts";
import { volume } from "./manifests.ts";
import type { Subject } from "./subject.ts";
import { newName, volumes } from "./subject.ts";

export function pastTests(subject: Subject): void {
  test("410: a forgotten list can be begun again, or continued without consistency; a watch cannot", async () => {
    for (const name of ["y", "z"]) await subject.made(volumes, volume(newName(name)));
    const first = (await subject.get(`${volumes}?limit=1`)).list;
    const late = newName("zz");
    await subject.made(volumes, volume(late));
    await subject.server.forgetThePast();

    const expired = await subject.get(`${volumes}?limit=1&continue=${first.metadata.continue}`);
    assert.deepEqual([expired.code, expired.status.reason], [410, "Expired"]);
    assert.match(
      expired.status.message ?? "",
      /^The provided continue parameter is too old to display a consistent list result\./,
    );

    const rest = (await subject.get(`${volumes}?continue=${expired.status.metadata?.continue}`)).list;
    assert.ok(
      rest.items.some(({ metadata }) => metadata.name === late),
      "it shows what came later",
    );
    assert.ok(rest.items.every(({ metadata }) => metadata.name !== first.items[0]?.metadata.name));
    assert.ok(Number(rest.metadata.resourceVersion) > Number(first.metadata.resourceVersion));

    const [event] = await watched(subject, `${volumes}?watch=1&resourceVersion=2&timeoutSeconds=5`, 1);
    assert.deepEqual([event?.type, event?.object.code, event?.object.reason], ["ERROR", 410, "Expired"]);
  });
}
