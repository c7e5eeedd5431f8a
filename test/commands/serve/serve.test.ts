import assert from "node:assert/strict";
import { test } from "node:test";
import parsePrometheusTextFormat from "parse-prometheus-text-format";
import type { Source } from "../../../src/commands/index.ts";
import type { ServeSurroundings } from "../../../src/commands/serve/serve.ts";
import { AccessError } from "../../../src/connection/kubeconfig/index.ts";
import { say } from "../../../src/kubernetes/index.ts";
import { parsePrometheus } from "../../support/formats/prometheus.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { held } from "../support/live-audit.ts";
import { memorySource } from "../support/memory-source.ts";
import { runCommand } from "../support/run-command.ts";
import type { Between } from "./served.ts";
import { served } from "./served.ts";

const troubled = () => memorySource(snapshotOf(held("data", { namespace: "shop" })));
const healthy = () => memorySource(snapshotOf([]));
/** A server that does not answer. */
const down = (): Source => ({
  ...healthy(),
  requests: () => 1,
  collect: async () => {
    throw new AccessError("refused", say`error: the connection to the server was refused`);
  },
});
const openMetrics = "application/openmetrics-text";

/** A source for each audit; the last one for all that follow. */
const each =
  (...sources: readonly (() => Source)[]) =>
  (audit: number): Source =>
    (sources[Math.max(0, audit - 1)] ?? sources.at(-1) ?? healthy)();

/** Looks after each audit, as many times as there are looks. */
const looking =
  (...looks: readonly ((between: Between) => void)[]) =>
  (between: Between): "go on" | "stop" => {
    looks[between.ended - 1]?.(between);
    return between.ended >= looks.length ? "stop" : "go on";
  };

const sampleOf = (text: string, name: string) =>
  text
    .split("\n")
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    ?.split(" ")
    .at(-1);

test("the report, its metrics and readiness are there after the first audit", async () => {
  const { err, code } = await served(
    [],
    each(troubled),
    looking(({ get }) => {
      assert.match(get("/").text, /data/);
      const report = JSON.parse(get("/report.json").text);
      assert.equal(report.findings[0].object.name, "data");
      const { text, headers } = get("/metrics");
      assert.match(text, /^pvguard_findings\{code="PVG101".*namespace="shop".*\} 1$/m);
      assert.equal(headers["Content-Type"], "text/plain; version=0.0.4; charset=utf-8");
      assert.equal(sampleOf(text, "pvguard_last_audit_ok"), "1");
      assert.match(text, /^pvguard_audits_total\{result="ok"\} 1$/m);
      assert.match(text, /^pvguard_build_info\{version="v1.2.3"\} 1$/m);
      assert.deepEqual([get("/readyz").status, get("/healthz").status], [200, 200]);
      assert.equal(get("/").headers["X-Pvguard-Report-Age"], "0");
      assert.equal(get("/nothing").status, 404);
      assert.equal(get("/metrics/").status, 404);
    }),
  );
  assert.equal(code, 0, "a signal is the way to end it");
  assert.match(
    err,
    /^\S+Z serving on http:\S+\n\S+Z audit ended after 0\.0s and \d+ requests: findings: 1, causes: 1/,
  );
});

test("the metrics follow the grammar of Prometheus, before the first report and after it", async () => {
  const grammar = ({ get }: Between) => {
    const families = parsePrometheus(get("/metrics").text);
    const types = new Map(families.map(({ name, type }) => [name, type]));
    assert.equal(types.get("pvguard_audits_total"), "counter");
    assert.equal(types.get("pvguard_last_audit_ok"), "gauge");
    assert.equal(parsePrometheusTextFormat(get("/metrics").text).length, families.length);
    const { text, headers } = get("/metrics", openMetrics);
    assert.match(headers["Content-Type"] ?? "", /^application\/openmetrics-text; version=1\.0\.0/);
    assert.match(text, /^# TYPE pvguard_audits counter$/m);
    assert.match(text, /^# TYPE pvguard_build info$/m);
    assert.ok(text.endsWith("\n# EOF\n"));
  };
  await served([], each(down, troubled), looking(grammar, grammar));
});

test("before the first audit has succeeded, it lives and is not ready", async () => {
  await served(
    [],
    each(down),
    looking(({ get }) => {
      for (const path of ["/", "/report.json", "/readyz"]) assert.equal(get(path).status, 503, path);
      assert.deepEqual([get("/healthz").status, get("/metrics").status], [200, 200]);
      const { text } = get("/metrics");
      assert.equal(sampleOf(text, "pvguard_last_audit_ok"), "0");
      assert.doesNotMatch(text, /pvguard_findings/, "of what nobody has looked at, nothing is said");
    }),
  );
});

test("a failed audit keeps the last report, and everything says that it is old", async () => {
  const { err } = await served(
    ["--interval=1m"],
    each(troubled, down, healthy),
    looking(
      () => {},
      ({ get, pass }) => {
        const page = get("/");
        assert.match(page.text, /data/);
        assert.match(page.text, /"status">The audit at 2026-11-20T12:01:00Z failed: .*refused.*12:00:00Z\./);
        assert.equal(page.headers["X-Pvguard-Report-Age"], "60");
        const { text } = get("/metrics");
        assert.equal(sampleOf(text, "pvguard_last_audit_ok"), "0");
        assert.equal(sampleOf(text, 'pvguard_audits_total{result="failed"}'), "1");
        assert.match(text, /^pvguard_findings\{code="PVG101"/m);
        assert.equal(get("/readyz").status, 200, "it is not that old");
        pass(121_000);
        assert.equal(get("/readyz").status, 503);
      },
      ({ get }) => {
        assert.doesNotMatch(get("/").text, /"status"|The audit at/);
        assert.equal(sampleOf(get("/metrics").text, "pvguard_last_audit_ok"), "1");
        assert.equal(get("/readyz").status, 200);
      },
    ),
  );
  assert.match(err, /audit failed after .*refused; next try in 10\.0s/);
});

test("a list that could be read before and cannot now does not make its findings disappear, for three intervals", async () => {
  const blind = (): Source => {
    const source = troubled();
    return {
      ...source,
      async collect(demands) {
        const { readings, skipped } = await source.collect(demands);
        const unread = readings.map((reading) =>
          reading.resource === "v1/pods"
            ? ({ ...reading, read: false, reason: "Unavailable", items: undefined } as const)
            : reading,
        );
        return { readings: unread, skipped };
      },
    };
  };
  const seen: (string | undefined)[] = [];
  const note = ({ get }: Between) => seen.push(sampleOf(get("/metrics").text, "pvguard_last_audit_ok"));
  await served(
    ["--interval=1m"],
    each(troubled, blind),
    looking(
      note,
      (between) => {
        note(between);
        assert.match(between.get("/").text, /could not read v1\/pods/);
        between.pass(180_000);
      },
      (between) => {
        note(between);
        assert.equal(sampleOf(between.get("/metrics").text, "pvguard_audit_complete"), "0");
      },
      note,
    ),
  );
  assert.deepEqual(seen, ["1", "0", "1", "1"]);
});

test("pauses grow while audits fail, and are the interval otherwise", async () => {
  const { pauses } = await served(
    ["--interval=1m"],
    each(troubled, down, down, down, down, down, troubled),
    ({ ended }) => (ended === 8 ? "stop" : "go on"),
  );
  assert.deepEqual(
    pauses.map((pause) => pause / 1000),
    [60, 10, 20, 40, 80, 120, 60, 60],
  );
});

test("an audit asks what the command audit asks, no more, and closes its connections", async () => {
  const alone = troubled();
  await runCommand(["audit", "-ojson"], alone);
  let closed = 0;
  const sources: ReturnType<typeof memorySource>[] = [];
  await served(
    [],
    () => {
      const source = troubled();
      sources.push(source);
      return { ...source, close: () => (closed += 1) };
    },
    ({ ended }) => (ended === 3 ? "stop" : "go on"),
  );
  const asked = sources.map(({ demands }) => demands).filter(({ length }) => length > 0);
  assert.deepEqual(asked, [alone.demands, alone.demands, alone.demands]);
  assert.equal(closed, sources.length - 1, "all that were opened");
});

test("a request during an audit gets the last report, and there is one audit at a time", async () => {
  let under = 0;
  let most = 0;
  let first: Between["get"] | undefined;
  const slow = (): Source => {
    const source = troubled();
    return {
      ...source,
      async collect(demands) {
        under += 1;
        most = Math.max(most, under);
        await new Promise((settle) => setImmediate(settle));
        if (first !== undefined) assert.equal(first("/").status, 200);
        under -= 1;
        return await source.collect(demands);
      },
    };
  };
  await served([], slow, ({ get, ended }) => {
    first = get;
    return ended === 3 ? "stop" : "go on";
  });
  assert.equal(most, 1);
});

test("pages are made once for each audit, whoever asks", async () => {
  await served(
    [],
    each(troubled),
    looking(({ get }) => {
      for (const path of ["/", "/report.json", "/metrics"])
        assert.equal(get(path).body, get(path).body, path);
      assert.notEqual(get("/metrics", openMetrics).body, get("/metrics").body);
    }),
  );
});

test("-v=0 is quiet, but not about failures", async () => {
  const { err } = await served(
    ["-v=0"],
    each(troubled, down),
    looking(
      () => {},
      () => {},
    ),
  );
  assert.match(err, /^\S+ audit failed [^\n]*\n$/);
});

test("a warning is told once", async () => {
  const warning = (): Source => ({ ...troubled(), warnings: () => ["the API is old"] });
  const { err } = await served(
    [],
    each(warning),
    looking(
      () => {},
      () => {},
    ),
  );
  assert.equal(err.match(/Warning: the API is old/g)?.length, 1);
});

const refusals: readonly (readonly [readonly string[], RegExp])[] = [
  [["--interval=5s"], /^error: --interval must be a duration of at least 10s/],
  [["--interval=often"], /not "often"/],
  [["--listen=8080"], /^error: --listen must be an address and a port/],
  [["--listen=:99999"], /^error: --listen/],
  [["--rules=PVG999"], /unknown rule/],
  [["--from=x"], /audit --from/],
];
for (const [argv, message] of refusals) {
  test(`refused before it listens: serve ${argv.join(" ")}`, async () => {
    const { err, code } = await runCommand(["serve", ...argv], healthy());
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

test("what it gets cannot write", () => {
  type Writes = Extract<keyof ServeSurroundings, "connect" | "bench" | "openWhole" | "saveFile" | "ask">;
  const none: Writes extends never ? true : false = true;
  assert.ok(none);
});

test("policy reports need an audit of the whole cluster", async () => {
  for (const flag of ["-n=shop", "-l=app=web"]) {
    const { err, code } = await runCommand(["serve", "--policy-reports", flag], healthy());
    assert.match(
      err,
      /^error: --policy-reports needs an audit of the whole cluster: remove --(namespace|selector)/,
    );
    assert.equal(code, 2);
  }
});

test("policy reports that cannot be written spoil no audit", async () => {
  const away = async () => {
    throw new AccessError("refused", say`error: the connection to the server was refused`);
  };
  const look = looking(({ get }) => {
    const { text } = get("/metrics");
    assert.deepEqual(
      [sampleOf(text, "pvguard_last_audit_ok"), get("/readyz").status, get("/").status],
      ["1", 200, 200],
    );
    assert.match(text, /^pvguard_policy_reports\{state="current"\} 0$/m);
    assert.match(text, /^pvguard_policy_reports\{state="failed"\} 2$/m);
  });
  const { err } = await served(["--policy-reports"], each(troubled), look, { connect: away });
  assert.match(err, /2 policy reports were not written: .*refused/);
});
