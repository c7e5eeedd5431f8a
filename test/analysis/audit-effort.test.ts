/** How much an audit asks, counted: that a healthy claim stays cheap must not depend on a clock. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { largeCluster } from "../../bench/large-cluster.ts";
import { auditContext } from "../../src/analysis/audit-context.ts";
import { Conditions } from "../../src/analysis/conditions.ts";
import { createAnalysis } from "../../src/analysis/index.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { AnyRuleEntry, AuditContext } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { kindNamed, nameKey, refOf } from "../../src/kubernetes/index.ts";
import { attachment, claim, claimRefTo, content, ebs, pod, snapshot, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

interface Effort {
  questions: number;
  /** Chains of causes that were followed, and predictions that were made. */
  diagnoses: number;
}

function counted(base: Cluster, effort: Effort): Cluster {
  const count =
    <A extends readonly unknown[], R>(ask: (...words: A) => R) =>
    (...words: A) => {
      effort.questions += 1;
      return ask(...words);
    };
  return {
    ...base,
    get: count(base.get),
    lookup: count(base.lookup),
    list: count(base.list),
    walkWith: count(base.walkWith),
    walkAll: count(base.walkAll),
  };
}

function countedContext(objects: readonly KubeObject[], effort: Effort): AuditContext {
  const cluster = counted(createCluster(snapshotOf(objects)), effort);
  const context = auditContext(createAnalysis(cluster, knowledge), 300);
  const diagnosed = <R>(make: (object: KubeObject) => R) => {
    return (object: KubeObject) => {
      effort.diagnoses += 1;
      return make(object);
    };
  };
  return {
    ...context,
    explain: diagnosed(context.explain),
    verdict: diagnosed(context.verdict),
    dataOf: diagnosed(context.dataOf),
  };
}

/** What all rules ask about these objects, as the engine would have them asked: each only where its conditions hold. */
function effortOf(judged: readonly KubeObject[], objects: readonly KubeObject[]): Effort {
  const effort: Effort = { questions: 0, diagnoses: 0 };
  const context = countedContext(objects, effort);
  const rules = knowledge.rules.filter(({ onlyWith }) => onlyWith === undefined);
  const judges = suspected(objects);
  for (const object of judged) {
    const resource = kindNamed(object.apiVersion, object.kind)?.resource;
    for (const rule of rules) {
      if (resource === undefined || !rule.on.includes(resource)) continue;
      if (judges(rule, resource, object)) rule.check(object, context);
    }
  }
  return effort;
}

function suspected(objects: readonly KubeObject[]) {
  const cluster = createCluster(snapshotOf(objects));
  const conditions = new Conditions(cluster, undefined);
  const places = new Map<Resource, ReadonlyMap<string, number>>();
  const placesOf = (resource: Resource) => {
    const all = cluster.objects(resource);
    const found = Array.from({ length: all.places }, (_, place) => place).flatMap((place) => {
      const object = all.atPlace(place);
      return object === undefined ? [] : [[nameKey(refOf(object)), place] as const];
    });
    return new Map(found);
  };
  return ({ only = [] }: AnyRuleEntry, resource: Resource, object: KubeObject): boolean => {
    const known = places.get(resource) ?? placesOf(resource);
    places.set(resource, known);
    const place = known.get(nameKey(refOf(object)));
    return place === undefined || only.every((each) => conditions.where(each, resource).holds(place));
  };
}

const groupKinds = ["PersistentVolumeClaim", "PersistentVolume", "Pod", "VolumeAttachment"];

/** Of the large cluster, the claims that are well, each with its volume, pod and attachment. */
function healthyOf(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter(
    ({ kind, metadata }) =>
      groupKinds.includes(kind) && !/0$/.test(metadata.name) && !/gone/.test(metadata.name),
  );
}

/** For a claim with its volume, pod and attachment. */
const mostQuestions = 10;

test(`a healthy claim with what belongs to it: at most ${mostQuestions} questions, and no diagnosis`, () => {
  for (const claims of [200, 800]) {
    const objects = largeCluster(claims);
    const healthy = healthyOf(objects);
    const groups = healthy.length / groupKinds.length;
    assert.equal(groups, claims * 0.9);
    const { questions, diagnoses } = effortOf(healthy, objects);
    assert.ok(questions <= groups * mostQuestions, `${questions} questions about ${groups} claims`);
    assert.equal(diagnoses, 0);
  }
});

test("a claim in trouble costs as much in a small cluster as in a large one", () => {
  const [small, large] = [350, 1050].map((claims) => {
    const objects = largeCluster(claims);
    const { questions } = effortOf(objects, objects);
    return questions / claims;
  });
  assert.ok(small !== undefined && large !== undefined);
  assert.ok(large < small * 1.25, `${small} questions for each claim of 350, ${large} for each of 1,050`);
});

test("a pod that waits for a deleted claim costs as much among many pods of that claim as among few", () => {
  const going = claim({
    phase: "Bound",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  const [few, many] = [30, 300].map((count) => {
    const pods = Array.from({ length: count }, (_, at) =>
      pod({
        name: `user-${at}`,
        claims: ["data"],
        ...(at % 3 === 0 ? { phase: "Pending", nodeName: "" } : {}),
      }),
    );
    const objects = [going, ...pods];
    return effortOf(objects, objects).questions / count;
  });
  assert.ok(few !== undefined && many !== undefined);
  assert.ok(many < few * 1.25, `${few} questions for each pod of 30, ${many} for each of 300`);
});

test("an object in a long chain of owners that go with their dependents costs as much as in a short one", () => {
  const [short, long] = [30, 300].map((count) => {
    const names = Array.from({ length: count }, (_, at) => `link-${at}`);
    const objects = names.map((name, at) => {
      const owner = names[at - 1];
      return claim({
        name,
        uid: name,
        deletionTimestamp: "2026-11-20T09:00:00Z",
        finalizers: ["foregroundDeletion"],
        ...(owner === undefined
          ? {}
          : {
              ownerReferences: [
                {
                  apiVersion: "v1",
                  kind: "PersistentVolumeClaim",
                  name: owner,
                  uid: owner,
                  blockOwnerDeletion: true,
                },
              ],
            }),
      });
    });
    return effortOf(objects, objects).questions / count;
  });
  assert.ok(short !== undefined && long !== undefined);
  assert.ok(long < short * 1.25, `${short} questions for each of 30, ${long} for each of 300`);
});

test("a claim that is named like many others of a set that is gone costs as much as among few", () => {
  const [few, many] = [30, 300].map((count) => {
    const objects = Array.from({ length: count }, (_, at) =>
      claim({ name: `data-web-${at}`, phase: "Bound", finalizers: ["kubernetes.io/pvc-protection"] }),
    );
    return effortOf(objects, objects).questions / count;
  });
  assert.ok(few !== undefined && many !== undefined);
  assert.ok(many < few * 1.25, `${few} questions for each claim of 30, ${many} for each of 300`);
});

test("an attachment that is not let go costs as much among many of its volume as among few", () => {
  const attacher = "external-attacher/ebs-csi-aws-com";
  const [few, many] = [30, 120].map((count) => {
    const bound = claim({ phase: "Bound", volumeName: "pv-data" });
    const attached = volume({
      phase: "Bound",
      claimRef: claimRefTo(bound),
      spec: ebs,
      finalizers: [attacher],
    });
    const attachments = Array.from({ length: count }, (_, at) =>
      attachment({
        name: `csi-${at}`,
        nodeName: "lost",
        deletionTimestamp: true,
        finalizers: [attacher],
      }),
    );
    return effortOf(attachments, [bound, attached, ...attachments]).questions / count;
  });
  assert.ok(few !== undefined && many !== undefined);
  assert.ok(many < few * 1.25, `${few} questions for each attachment of 30, ${many} for each of 120`);
});

test("a deleted snapshot whose disk is destroyed costs as much among many of its claim as among few", () => {
  const { snapshotBound, contentBound, pvcAsSource } = finalizerNames;
  const going = claim({ phase: "Bound", deletionTimestamp: true, finalizers: [pvcAsSource] });
  const [few, many] = [30, 120].map((count) => {
    const snapshots = Array.from({ length: count }, (_, at) => {
      const taken = snapshot({
        name: `of-${at}`,
        content: `content-${at}`,
        readyToUse: false,
        deletionTimestamp: true,
        finalizers: [snapshotBound],
      });
      const { name, namespace = "", uid } = taken.metadata;
      const copy = content({
        name: `content-${at}`,
        deletionTimestamp: true,
        finalizers: [contentBound],
        snapshotRef: { name, namespace, uid },
      });
      return [taken, copy];
    });
    return effortOf(snapshots.flat(), [going, ...snapshots.flat()]).questions / count;
  });
  assert.ok(few !== undefined && many !== undefined);
  assert.ok(many < few * 1.25, `${few} questions for each snapshot of 30, ${many} for each of 120`);
});
