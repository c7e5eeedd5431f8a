/** Before an item of a plan is carried out, only its own object is looked at again. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { apiVolume } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";

const keep = ["fix", "pv", "--remedy", "set-retain", "--yes"];

/** Each with a disk of its own. */
function volumeAt(at: number) {
  const volume = apiVolume(`pv-${at}`);
  const csi = { driver: "ebs.csi.aws.com", volumeHandle: `vol-${at}` };
  return { ...volume, spec: Object.assign({}, volume.spec, { csi }) };
}

async function requestsFor(context: TestContext, count: number): Promise<number> {
  const volumes = Array.from({ length: count }, (_, at) => volumeAt(at));
  const { run, server, writes } = await session(context, volumes);
  const { out, err, code } = await run([...keep, "--max", String(count)]);
  assert.equal(code, 0, `${out}${err}`);
  assert.equal(writes().length, count);
  return server.requests.length;
}

test("each more of them takes as many requests more, however many there are", async (context) => {
  const [few, some, many] = [
    await requestsFor(context, 4),
    await requestsFor(context, 8),
    await requestsFor(context, 16),
  ];
  assert.equal(many - some, 2 * (some - few), `${few}, ${some}, ${many}`);
});
