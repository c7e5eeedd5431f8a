/** What is left out of the volumes that a claim is matched with would not have been chosen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { everywhere } from "../../../src/cluster/index.ts";
import { findMatchingVolumes, openVolumesByClass, readClaimFacts } from "../../../src/controllers/index.ts";
import type { PersistentVolume } from "../../../src/kubernetes/index.ts";
import { noVolumeFits } from "../../../src/waits/shared/pending/matching.ts";
import { claim, storageClass, volume } from "../../support/objects.ts";
import { runs } from "../../support/runs.ts";
import { clusterOf } from "../decisions/decide.ts";

const modes = fc.constantFrom(["ReadWriteOnce"], ["ReadOnlyMany"], ["ReadWriteOnce", "ReadOnlyMany"], []);
const size = fc.constantFrom("1Gi", "1024Mi", "2Gi", "3Gi", "none");
const volumeMode = fc.constantFrom(undefined, "Filesystem", "Block");
const attributes = fc.constantFrom(undefined, "", "silver");
const app = fc.constantFrom(undefined, "a", "b");

const openVolume = fc.record({ modes, size, volumeMode, attributes, app, isGoing: fc.boolean() });

test("of all open volumes of a class the same are chosen", () => {
  fc.assert(
    fc.property(
      fc.array(openVolume, { maxLength: 12 }),
      fc.record({ modes, size, volumeMode, attributes, app }),
      (facts, wanted) => {
        const volumes = facts.map((each, at) =>
          volume({
            name: `pv-${at}`,
            storageClassName: "manual",
            accessModes: each.modes,
            capacity: each.size,
            spec: specOf(each),
            ...(each.app === undefined ? {} : { labels: { app: each.app } }),
            ...(each.isGoing ? { deletionTimestamp: true } : {}),
          }),
        );
        const asking = claim({
          storageClassName: "manual",
          accessModes: wanted.modes,
          request: wanted.size,
          spec: {
            ...specOf(wanted),
            ...(wanted.app === undefined ? {} : { selector: { matchLabels: { app: wanted.app } } }),
          },
        });
        const cluster = clusterOf([asking, ...volumes]);
        const all = cluster.lookup(openVolumesByClass, "manual", everywhere);
        const read = readClaimFacts(asking, cluster);
        assert.ok(all.read && read.read);
        assert.deepEqual(
          findMatchingVolumes(asking, read.facts.volumes, "immediate"),
          findMatchingVolumes(asking, all.items, "immediate"),
        );
      },
    ),
    { numRuns: runs(120) },
  );
});

function specOf(facts: { volumeMode: string | undefined; attributes: string | undefined }) {
  return {
    ...(facts.volumeMode === undefined ? {} : { volumeMode: facts.volumeMode }),
    ...(facts.attributes === undefined ? {} : { volumeAttributesClassName: facts.attributes }),
  };
}

test("a volume is not looked at for each of the claims that it is too small for", () => {
  let looked = 0;
  const small = (at: number): PersistentVolume => {
    const { spec, ...rest } = volume({
      name: `pv-${at}`,
      storageClassName: "manual",
      ...(at % 2 === 0 ? {} : { phase: "Bound", claimRef: { namespace: "shop", name: `of-${at}` } }),
    });
    return {
      ...rest,
      get spec() {
        looked += 1;
        return spec;
      },
    };
  };
  const claims = Array.from({ length: 200 }, (_, at) =>
    claim({ name: `claim-${at}`, storageClassName: "manual", request: "2Gi" }),
  );
  const cluster = clusterOf([...claims, ...Array.from({ length: 200 }, (_, at) => small(at))]);
  for (const each of claims) {
    const read = readClaimFacts(each, cluster);
    assert.ok(read.read);
    assert.deepEqual(findMatchingVolumes(each, read.facts.volumes, "immediate"), []);
    assert.equal(
      noVolumeFits(each, cluster, { provisioner: "kubernetes.io/no-provisioner" }).reason,
      "NoVolumeFits",
    );
  }
  assert.ok(looked < 200 * 40, `looked ${looked} times at 200 volumes for 200 claims`);
});

test("of volumes with other labels than a claim selects none is looked at", () => {
  let looked = 0;
  const labels = (app: string) =>
    new Proxy<Record<string, string>>(
      { app },
      {
        get(target, key) {
          looked += 1;
          return Reflect.get(target, key);
        },
      },
    );
  const volumes = Array.from({ length: 200 }, (_, at) =>
    volume({ name: `pv-${at}`, storageClassName: "manual", labels: labels(`volume-${at}`) }),
  );
  const claims = Array.from({ length: 200 }, (_, at) =>
    claim({
      name: `claim-${at}`,
      storageClassName: "manual",
      spec: { selector: { matchLabels: { app: at === 0 ? "volume-7" : `claim-${at}` } } },
    }),
  );
  const cluster = clusterOf([...claims, ...volumes]);
  const found = claims.map((each) => {
    const read = readClaimFacts(each, cluster);
    return read.read ? read.facts.volumes.map(({ metadata }) => metadata.name) : [];
  });
  assert.deepEqual([found[0], found.slice(1).flat()], [["pv-7"], []]);
  assert.ok(looked < 2000, `${looked} labels were looked at`);
});

test("the default class is looked for once, however many claims leave theirs open", () => {
  let looked = 0;
  const classes = Array.from({ length: 50 }, (_, at) => {
    const { metadata, ...rest } = storageClass({
      name: `class-${at}`,
      annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
    });
    return {
      ...rest,
      metadata: {
        ...metadata,
        get annotations() {
          looked += 1;
          return metadata.annotations;
        },
      },
    };
  });
  const claims = Array.from({ length: 50 }, (_, at) => claim({ name: `claim-${at}` }));
  const cluster = clusterOf([...claims, ...classes]);
  for (const each of claims) {
    const read = readClaimFacts(each, cluster);
    assert.equal(read.read && read.facts.defaultClass?.metadata.name, "class-0");
  }
  assert.ok(looked <= 100, `looked at ${looked} classes`);
});
