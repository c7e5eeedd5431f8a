/** Thousands of holders, steps and reads that failed: a card stays one screen, and the whole account has them all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { refOf, say, words } from "../../src/kubernetes/index.ts";
import { text } from "../../src/render/card/report.ts";
import { plainOptions } from "../../src/render/index.ts";
import { wide } from "../../src/render/terminal/report.ts";
import type { OfferedRemedy } from "../../src/report/index.ts";
import { pod } from "../support/objects.ts";
import { diagnosis, hold, reportOf } from "./support/report-makers.ts";

const many = 3000;
const names = Array.from({ length: many }, (_, at) => `web-${String(at).padStart(4, "0")}`);

function holderOf(name: string, reason: string) {
  return hold({ holder: { object: refOf(pod({ name })) }, reason, message: say`${name} uses the claim` });
}

function step(name: string, facts: Partial<OfferedRemedy> = {}): OfferedRemedy {
  return {
    name: "delete-pod",
    title: say`Delete pod/${name}`,
    safety: "risky",
    because: words("It stops."),
    commands: [{ argv: ["kubectl", "delete", "pod", name] }],
    steps: [],
    primary: false,
    ...facts,
  };
}

const holds = names.map((name) =>
  holderOf(name, name === "web-2000" ? "PodUsesClaim" : "FinishedPodUsesClaim"),
);
const crowd = diagnosis(
  holds,
  {
    remedies: [
      ...names.map((name) => step(name, { primary: name === "web-2500" })),
      step("all", { commands: [{ argv: ["kubectl", "delete", "pod", ...names] }] }),
    ],
    avoid: names.map((name) => ({ step: say`delete ${name}`, because: words("it waits") })),
  },
  holds,
);
const unread = names.map((name) => ({
  resource: "v1/pods" as const,
  scope: { of: "object", name, namespace: "shop" } as const,
  reason: "Forbidden" as const,
}));

const card = text.render(reportOf([crowd], { unread }), plainOptions);
const flat = card.replaceAll(/\s+/g, " ");
const all = wide.render(reportOf([crowd]), plainOptions);

test("thousands of pods on a claim are one screen for a person", () => {
  assert.ok(card.split("\n").length <= 24, card);
});

test("of each reason some holders are shown, and the others counted", () => {
  assert.match(
    flat,
    /Held by web-0000 uses the claim web-0001 uses the claim and 2997 more like this web-2000 uses/,
  );
});

test("the step that is proposed comes first, wherever it stands, and the others are counted", () => {
  assert.match(flat, /Delete pod\/web-2500 \[risky\] It stops\. kubectl delete pod web-2500 /);
  assert.match(flat, /2999 more ways: -o wide/);
});

test("reads that failed are counted", () => {
  assert.match(
    flat,
    /Not read: pod\/web-0000 \(shop\) \(forbidden\), .* and 2997 more\. It could change this answer/,
  );
});

test("a command that nobody reads is left out of the card, and told of", () => {
  const one = diagnosis([holderOf("web-0", "PodUsesClaim")], {
    remedies: [step("all", { commands: [{ argv: ["kubectl", "delete", "pod", ...names] }] })],
  });
  assert.match(text.render(reportOf([one]), plainOptions), /The command is too long for here: -o wide/);
  assert.match(wide.render(reportOf([one]), plainOptions), /\$ kubectl delete pod web-0000 .* web-2999\n/);
});

test("what one controller does to thousands of objects is one step of some lines", () => {
  const next = [...names, "web-0000"].map((name) => ({
    controller: "namespace-controller",
    when: words("now"),
    object: refOf(pod({ name })),
    ...(name === "web-2999"
      ? { action: say`has the backend wipe vol-1`, fate: "destroyed" as const }
      : { action: say`deletes pod/${name}` }),
  }));
  const told = wide.render(reportOf([{ ...crowd, next: next }]), plainOptions);
  assert.match(
    told.replaceAll(/\s+/g, " "),
    /deletes pod\/web-0006; has the backend wipe vol-1; and 2992 more actions like these/,
  );
});

test("of thousands of steps those after which the data is lost, or open to another, are shown", () => {
  const next = names.map((name) => ({
    controller: `the owner of ${name}`,
    when: words("now"),
    object: refOf(pod({ name })),
    ...(name === "web-2000"
      ? { action: say`opens pv-1 to anybody`, fate: "exposed" as const }
      : { action: say`frees pod/${name}` }),
  }));
  const told = wide.render(reportOf([{ ...crowd, next: next }]), plainOptions);
  assert.match(
    told.replaceAll(/\s+/g, " "),
    /frees pod\/web-0039 2001\. Then .* opens pv-1 to anybody and 2959 more steps; `-o json` lists them/,
  );
});

test("a step of thousands of commands is read as a whole, with the others", () => {
  const commands = names.map((name) => ({ argv: ["kubectl", "patch", "pv", name] }));
  const one = diagnosis([holderOf("web-0", "PodUsesClaim")], { remedies: [step("all", { commands })] });
  assert.match(text.render(reportOf([one]), plainOptions), /and 2998 more commands: -o wide/);
  assert.match(wide.render(reportOf([one]), plainOptions), /kubectl patch pv web-2999\n/);
});

test("the whole account counts thousands of reads that failed", () => {
  const told = wide.render(reportOf([crowd], { unread }), plainOptions);
  assert.match(told, /\nNot read\n(.*\n)* {2}and 2980 more; `-o json` lists them\n$/);
});

test("who asks for more gets all", () => {
  for (const each of ["web-1234 uses the claim", "Delete pod/web-1234", "Delete web-1234"])
    assert.ok(all.includes(each), each);
});
