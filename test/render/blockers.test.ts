import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { say } from "../../src/kubernetes/index.ts";
import { blockersRenderers, plainOptions, schemas } from "../../src/render/index.ts";
import type { BlockerList } from "../../src/report/index.ts";
import { assertGolden } from "./support/golden.ts";
import { claim, pod, refTo, reportOf } from "./support/report-makers.ts";
import { unread } from "./support/reports.ts";

const { diagnoses: _, ...seen } = reportOf([]);

const list: BlockerList = {
  ...seen,
  subjects: [
    {
      object: claim,
      taken: "as-it-is",
      blockers: [
        {
          object: pod,
          state: "Succeeded",
          node: "n1",
          scale: refTo("Job", "import", "shop", "batch/v1"),
          refersBy: "spec.volumes[0]",
          counts: "yes",
          because: say`a scheduled pod counts in any phase`,
        },
        {
          object: refTo("VolumeSnapshot", "nightly", "shop", "snapshot.storage.k8s.io/v1"),
          state: "Ready",
          refersBy: "spec.source.persistentVolumeClaimName",
          counts: "no",
          because: say`a snapshot that is ready needs its source no more`,
        },
      ],
      others: [],
      victims: [
        {
          object: refTo("Pod", "web-1", "shop"),
          state: "Pending",
          scale: refTo("StatefulSet", "web", "shop", "apps/v1"),
          refersBy: "spec.volumes[1]",
          counts: "no",
          because: say`it was never scheduled`,
        },
      ],
      unseen: [],
    },
  ],
};

const several: BlockerList = {
  ...list,
  unread: unread.slice(0, 1),
  subjects: [
    ...list.subjects,
    {
      object: refTo("PersistentVolumeClaim", "idle", "shop"),
      taken: "as-it-is",
      blockers: [],
      others: [],
      victims: [],
      unseen: [],
    },
  ],
};

function rendered(format: string, content: BlockerList): string {
  const renderer = blockersRenderers.find(({ name }) => name === format);
  assert.ok(renderer !== undefined);
  return renderer.render(content, plainOptions);
}

for (const { name } of blockersRenderers) {
  test(`blockers as ${name}`, () => {
    const flag = name === "table" ? "" : ` -o ${name}`;
    assertGolden(
      `blockers-${name}.golden.txt`,
      `$ kubectl pvguard blockers pvc/data-0 -n shop${flag}\n${rendered(name, list)}`,
    );
  });
}

test("blockers of several claims, some of which could not be read", () => {
  assertGolden(
    "blockers-several.golden.txt",
    `$ kubectl pvguard blockers pvc --all -n shop\n${rendered("table", several)}`,
  );
});

test("the json of blockers follows its schema", () => {
  const ajv = new Ajv({ allErrors: true, formats: { "date-time": true }, strictTypes: false });
  const validate = ajv.compile(schemas["blockerlist.v1alpha1.json"]);
  for (const content of [list, several])
    assert.ok(validate(JSON.parse(rendered("json", content))), JSON.stringify(validate.errors));
});
