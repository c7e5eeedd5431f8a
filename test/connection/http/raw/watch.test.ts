import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Watched } from "../../../../src/connection/http/raw/watch.ts";
import { Hourglass, Watch } from "../../../../src/connection/http/raw/watch.ts";
import { defaultLimits } from "../../../../src/connection/http/surroundings.ts";

interface Asked extends Watched {
  readonly told: string[];
}

function asked(watch: Watch, step: number, signal?: AbortSignal): Asked {
  const glass = new Hourglass(60_000);
  glass.enter("headers", step);
  const told: string[] = [];
  const request: Asked = {
    told,
    signal,
    passed(milliseconds) {
      const limit = glass.pass(milliseconds);
      if (limit === undefined) return;
      told.push(limit.message);
      watch.end(request);
    },
    aborted: () => told.push("aborted"),
  };
  watch.begin(request);
  return request;
}

function withTime(context: TestContext): (milliseconds: number) => void {
  context.mock.timers.enable({ apis: ["setInterval"] });
  return (milliseconds) => context.mock.timers.tick(milliseconds);
}

test("a limit does not pass too early, and little too late, whenever its request began", (context) => {
  const tick = withTime(context);
  for (const before of [0, 1, 100, 249, 250]) {
    const watch = new Watch(defaultLimits);
    const first = asked(watch, 30_000);
    tick(before);
    const request = asked(watch, 10_000);
    tick(10_000);
    assert.deepEqual(request.told, [], `${before}`);
    tick(2 * 250);
    assert.deepEqual(request.told, ["no answer within 10000 ms (headers)"]);
    assert.deepEqual(first.told, []);
    watch.end(first);
    tick(250);
  }
});

test("a short limit is kept more exactly", (context) => {
  const tick = withTime(context);
  const request = asked(new Watch({ ...defaultLimits, headers: 400 }), 400);
  tick(400);
  assert.deepEqual(request.told, []);
  tick(20);
  assert.equal(request.told.length, 1);
});

test("the whole request has a limit too, and what comes gives a step its time again", () => {
  const glass = new Hourglass(5000);
  glass.enter("body", 1000);
  for (let came = 0; came < 5; came++) {
    assert.equal(glass.pass(900), undefined);
    glass.again();
  }
  assert.equal(glass.pass(500), undefined);
  assert.equal(glass.pass(1)?.phase, "request");
  assert.equal(glass.phase, "body");
  const waiting = new Hourglass(5000);
  waiting.enter("headers", 10);
  waiting.stop();
  assert.equal(waiting.pass(4000), undefined);
});

test("the process stays as long as a request is under way, and no longer", () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;
  const before = timers();
  const watch = new Watch(defaultLimits);
  const requests = [asked(watch, 1000), asked(watch, 1000)];
  assert.equal(timers(), before + 1);
  for (const request of requests) watch.end(request);
  assert.equal(timers(), before);
  const again = asked(watch, 1000);
  assert.equal(timers(), before + 1);
  watch.end(again);
  watch.end(again);
  assert.equal(timers(), before);
});

test("an interruption is heard once for all, by those whom it is for", () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const watch = new Watch(defaultLimits);
  const requests = [
    asked(watch, 1000, one.signal),
    asked(watch, 1000, one.signal),
    asked(watch, 1000, other.signal),
    asked(watch, 1000),
  ];
  assert.equal(getEventListeners(one.signal, "abort").length, 1);
  one.abort();
  assert.deepEqual(
    requests.map(({ told }) => told.join()),
    ["aborted", "aborted", "", ""],
  );
  watch.close();
  other.abort();
  assert.deepEqual(requests[2]?.told, ["aborted"]);
  for (const request of requests) watch.end(request);
  const last = new AbortController();
  watch.end(asked(watch, 1000, last.signal));
  watch.close();
  assert.equal(getEventListeners(last.signal, "abort").length, 0);
});
