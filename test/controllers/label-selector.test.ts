/** kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers_test.go TestLabelSelectorAsSelector, 1.36. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectorMatches } from "../../src/controllers/index.ts";
import { volume } from "../support/objects.ts";

const labelled = volume({ labels: { zone: "a", disk: "ssd" } });
const zone = (operator: string, ...values: string[]) => ({
  matchExpressions: [{ key: "zone", operator, values }],
});
const rack = (operator: string, ...values: string[]) => ({
  matchExpressions: [{ key: "rack", operator, values }],
});

type Row = readonly [name: string, selector: Parameters<typeof selectorMatches>[0], matches: boolean];

const rows: readonly Row[] = [
  ["an empty selector", {}, true],
  ["every label", { matchLabels: { zone: "a", disk: "ssd" } }, true],
  ["one label is another", { matchLabels: { zone: "a", disk: "hdd" } }, false],
  ["In: listed", zone("In", "b", "a"), true],
  ["In: not listed", zone("In", "b"), false],
  ["In: no such label", rack("In", "b"), false],
  ["NotIn: listed", zone("NotIn", "a"), false],
  ["NotIn: not listed", zone("NotIn", "b"), true],
  ["NotIn: no such label", rack("NotIn", "b"), true],
  ["Exists", zone("Exists"), true],
  ["Exists: no such label", rack("Exists"), false],
  ["DoesNotExist", zone("DoesNotExist"), false],
  ["DoesNotExist: no such label", rack("DoesNotExist"), true],
  ["an operator that is not known", rack("Near"), false],
  ["labels match, an expression does not", { matchLabels: { zone: "a" }, ...rack("Exists") }, false],
  ["an expression matches, labels do not", { matchLabels: { zone: "b" }, ...zone("Exists") }, false],
];

for (const [name, selector, matches] of rows) {
  test(`label selector: ${name}`, () => assert.equal(selectorMatches(selector, labelled), matches));
}
