import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../src/cli/parse.ts";
import { allFlags } from "../../src/cli/pflag.ts";
import { commands } from "../../src/commands/all.ts";
import { allNamespaces, config, Failure, from, globalFlags, verbosity } from "../../src/commands/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";

function parsed(...argv: readonly string[]) {
  const made = parse(argv, commands);
  assert.equal(made.do, "run");
  return made;
}

function refusal(...argv: readonly string[]): string {
  try {
    parse(argv, commands);
  } catch (problem) {
    assert.ok(problem instanceof Failure);
    assert.equal(problem.kind, "usage");
    return flatten(problem.phrase, (data) => data);
  }
  return assert.fail(`${argv.join(" ")} was accepted`);
}

const output = commands[0]?.flags.find(({ name }) => name === "output");
assert.ok(output?.takes === "text");

const spellings: readonly (readonly [readonly string[], string, string])[] = [
  [["-oyaml"], "yaml", "glued to the short flag"],
  [["-o=yaml"], "yaml", "glued with an equals sign"],
  [["-o", "yaml"], "yaml", "apart"],
  [["--output=yaml"], "yaml", "long"],
  [["--output", "yaml"], "yaml", "long and apart"],
  [["-Aoyaml"], "yaml", "behind a switch"],
  [["-o", "json", "-o", "yaml"], "yaml", "the last wins"],
  [["--output="], "", "empty"],
  [["-o", "-n"], "-n", "a value may look like a flag"],
  [["-o==x"], "=x", "only the first equals sign counts"],
];

for (const [argv, value, why] of spellings) {
  test(`-o is understood: ${why}`, () => {
    const { flags, words } = parsed("why", "pvc", ...argv);
    assert.equal(flags.text(output), value);
    assert.deepEqual(words, ["pvc"]);
  });
}

test("a switch takes a value only with an equals sign", () => {
  assert.equal(parsed("why", "-A=false", "pvc").flags.isOn(allNamespaces), false);
  assert.equal(parsed("why", "--all-namespaces=T", "pvc").flags.isOn(allNamespaces), true);
  const { flags, words } = parsed("why", "--all-namespaces", "false");
  assert.equal(flags.isOn(allNamespaces), true);
  assert.deepEqual(words, ["false"]);
});

test("a repeated flag keeps every value, and swallows no words", () => {
  const { flags, words } = parsed(
    "why",
    "--as-group",
    "g1",
    "pvc/foo",
    "--as-group=g2",
    "--from",
    "-",
    "pv/a",
  );
  assert.deepEqual(flags.texts(config.asGroup), ["g1", "g2"]);
  assert.deepEqual(flags.texts(from), ["-"]);
  assert.deepEqual(words, ["pvc/foo", "pv/a"]);
});

test("words stay as they were typed", () => {
  assert.deepEqual(parsed("why", "pvc", "007", "1e3", "--", "--x", "-n").words, [
    "pvc",
    "007",
    "1e3",
    "--x",
    "-n",
  ]);
});

test("global flags stand anywhere, also before the command", () => {
  const { flags, words, command } = parsed("-nshop", "-v", "6", "why", "pvc", "x", "--context", "c");
  assert.equal(command.name, "why");
  assert.equal(flags.text(config.namespace), "shop");
  assert.equal(flags.text(config.context), "c");
  assert.equal(flags.number(verbosity), 6);
  assert.deepEqual(words, ["pvc", "x"]);
});

const usage = "\nSee 'kubectl pvguard why --help' for usage.";
const refusals: readonly (readonly [readonly string[], string])[] = [
  [["why", "--bogus"], `error: unknown flag: --bogus${usage}`],
  [["why", "-zz"], `error: unknown shorthand flag: 'z' in -zz${usage}`],
  [["why", "-Az"], `error: unknown shorthand flag: 'z' in -z${usage}`],
  [["why", "--output"], `error: flag needs an argument: --output${usage}`],
  [["why", "-n"], `error: flag needs an argument: 'n' in -n${usage}`],
  [["why", "--=x"], `error: bad flag syntax: --=x${usage}`],
  [
    ["why", "-A=maybe"],
    `error: invalid argument "maybe" for "-A, --all-namespaces" flag: strconv.ParseBool: parsing "maybe": invalid syntax${usage}`,
  ],
  [
    ["why", "--chunk-size=x"],
    `error: invalid argument "x" for "--chunk-size" flag: strconv.ParseInt: parsing "x": invalid syntax${usage}`,
  ],
  [
    ["why", "--color=red"],
    `error: invalid argument "red" for "--color" flag: must be one of auto, always, never${usage}`,
  ],
  [["why", "--at=x"], `error: --at needs --from${usage}`],
  [["why", "--no-all-namespaces"], `error: unknown flag: --no-all-namespaces${usage}`],
  [["--bogus", "why"], "error: unknown flag: --bogus\nSee 'kubectl pvguard --help' for usage."],
];

for (const [argv, message] of refusals) {
  test(`refused in the words of kubectl's flag library: ${argv.join(" ")}`, () => {
    assert.equal(refusal(...argv).replace(/\n\nDid you mean this\?\n(\t.*\n)+/, ""), message);
  });
}

test("a flag or a command that is nearly right is suggested", () => {
  assert.match(refusal("why", "--selectr", "x"), /Did you mean this\?\n\t--selector\n/);
  assert.match(
    refusal("wyh", "pvc"),
    /unknown command "wyh" for "kubectl pvguard"\n\nDid you mean this\?\n\twhy\n/,
  );
  assert.match(refusal("why", "-f", "x"), /'f' in -f\n\nDid you mean this\?\n\t--from\n\n/);
  assert.match(refusal("why", "--filename=x"), /Did you mean this\?\n\t--from\n\n/);
  assert.doesNotMatch(refusal("why", "-x"), /Did you mean/);
  assert.match(refusal("pvc/data"), /Did you mean this\?\n\twhy pvc\/data\n/);
});

test("help is asked for in every way", () => {
  for (const argv of [
    ["why", "-h"],
    ["--help", "why"],
    ["help", "why"],
    ["why", "pvc", "--help"],
  ]) {
    const made = parse(argv, commands);
    assert.ok(made.do === "help" && made.command?.name === "why", argv.join(" "));
  }
  for (const argv of [[], ["-h"], ["help"]]) {
    const made = parse(argv, commands);
    assert.ok(made.do === "help" && made.command === undefined, argv.join(" "));
  }
});

test("a name with a hyphen can be two words", () => {
  for (const argv of [
    ["guard", "serve", "--mode=deny"],
    ["-n", "shop", "guard", "serve"],
    ["guard-serve", "--mode", "warn"],
  ]) {
    const made = parse(argv, commands);
    assert.ok(made.do === "run" && made.command.name === "guard-serve", argv.join(" "));
    assert.deepEqual(made.words, []);
  }
  const made = parse(["guard", "--mode", "deny"], commands);
  assert.ok(made.do === "run" && made.command.name === "guard");
  assert.match(refusal("guard", "--mode", "deny", "serve"), /unexpected arguments: \[serve\]/);
});

test("a flag means the same to every command", () => {
  for (const command of commands) {
    for (const flag of [...command.flags, ...globalFlags]) {
      const [same] = allFlags(commands).filter(({ name }) => name === flag.name);
      assert.deepEqual(
        [flag.takes, flag.short],
        [same?.takes, same?.short],
        `${command.name} --${flag.name}`,
      );
    }
    const shorts = [...command.flags, ...globalFlags].flatMap(({ short }) => short ?? []);
    assert.equal(new Set(shorts).size, shorts.length, `${command.name} gives two flags the same letter`);
  }
});
