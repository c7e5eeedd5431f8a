import assert from "node:assert/strict";
import { test } from "node:test";
import { type Diagnosis, type OfferedRemedy, refOf, say, words } from "../../src/model/index.ts";
import { plainOptions } from "../../src/render/index.ts";
import { text, wide } from "../../src/render/terminal/report.ts";
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

const crowd = diagnosis(
  names.map((name) => holderOf(name, name === "web-2000" ? "PodUsesClaim" : "FinishedPodUsesClaim")),
  {
    remedies: [
      ...names.map((name) => step(name, { primary: name === "web-2500" })),
      step("all", { commands: [{ argv: ["kubectl", "delete", "pod", ...names] }] }),
    ],
    avoid: names.map((name) => ({ step: say`deleting ${name}`, because: words("it waits") })),
  },
);

const short = text.render(reportOf([crowd]), plainOptions);
const flat = short.replaceAll(/\s+/g, " ");

test("thousands of pods on a claim are a page for a person", () => {
  assert.ok(short.length < 8000, `${short.length} characters`);
});

test("of each reason a holder is shown, and the others counted by reason", () => {
  assert.match(flat, /pod\/web-2000 \(PodUsesClaim\)/);
  assert.match(
    flat,
    /and 2992 more \(FinishedPodUsesClaim\); `-o wide` lists them, `kubectl pvguard blockers` in a table/,
  );
});

test("the step that is proposed is shown wherever it stands, under its own number", () => {
  assert.match(
    flat,
    / 7\. \[risky\] Delete pod\/web-0006 .* 2501\. \[risky\] Delete pod\/web-2500 ← proposed/,
  );
  assert.match(flat, /and 2993 more; `-o wide` lists them Do not/);
});

test("what not to do is cut, too", () => {
  assert.match(flat, /Deleting web-0011: it waits and 2988 more; `-o wide` lists them/);
});

test("a command that nobody reads is left out, and told of", () => {
  const one = diagnosis([holderOf("web-0", "PodUsesClaim")], {
    remedies: [step("all", { commands: [{ argv: ["kubectl", "delete", "pod", ...names] }] })],
  });
  assert.match(
    text.render(reportOf([one]), plainOptions).replaceAll(/\s+/g, " "),
    /\(A command of \d+ characters is left out; `-o wide` shows it\.\)/,
  );
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
  const told = text.render(reportOf([{ ...crowd, next: next as Diagnosis["next"] }]), plainOptions);
  assert.match(
    told.replaceAll(/\s+/g, " "),
    /deletes pod\/web-0006; has the backend wipe vol-1; and 2992 more such actions/,
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
  const told = text.render(reportOf([{ ...crowd, next: next as Diagnosis["next"] }]), plainOptions);
  assert.match(
    told.replaceAll(/\s+/g, " "),
    /frees pod\/web-0039 2001\. Then .* opens pv-1 to anybody and 2959 more steps; `-o json` lists them/,
  );
});

test("a step of thousands of commands says how many more there are", () => {
  const commands = names.map((name) => ({ argv: ["kubectl", "patch", "pv", name] }));
  const one = diagnosis([holderOf("web-0", "PodUsesClaim")], { remedies: [step("all", { commands })] });
  assert.match(
    text.render(reportOf([one]), plainOptions).replaceAll(/\s+/g, " "),
    /\$ kubectl patch pv web-0039 \(2960 more commands belong to it; `-o wide` shows all\.\)/,
  );
  assert.match(wide.render(reportOf([one]), plainOptions), /kubectl patch pv web-2999\n/);
});

test("thousands of finalizers are counted", () => {
  const holds = names.map((name) => ({
    ...holderOf("web-0", "UnknownFinalizer"),
    by: { finalizer: `example.com/${name}` },
  }));
  const told = text.render(reportOf([diagnosis(holds)]), plainOptions);
  assert.match(told, /example.com\/web-0007/);
  assert.match(told, /└─ and 2992 more; `-o wide` lists them/);
  assert.doesNotMatch(told, /example.com\/web-0008/);
});

test("thousands of reads that failed are counted", () => {
  const unread = names.map((name) => ({
    resource: "v1/pods" as const,
    scope: { of: "object", name, namespace: "shop" } as const,
    reason: "Forbidden" as const,
  }));
  const told = text.render(reportOf([crowd], { unread }), plainOptions);
  assert.match(told, /\nNot read\n(.*\n)* {2}and 2980 more; `-o json` lists them\n$/);
});

test("who asks for more gets all", () => {
  const all = wide.render(reportOf([crowd]), plainOptions);
  for (const each of ["web-1234 uses the claim", "Delete pod/web-1234", "Deleting web-1234"])
    assert.ok(all.includes(each), each);
  assert.doesNotMatch(all, / more[ ;]/);
});
