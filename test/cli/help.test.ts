import assert from "node:assert/strict";
import { test } from "node:test";
import { commandHelp, globalOptions, rootHelp } from "../../src/cli/help.ts";
import { parse } from "../../src/cli/parse.ts";
import { subjectOf } from "../../src/cli/ready-help.ts";
import { commands } from "../../src/commands/all.ts";
import { globalFlags } from "../../src/commands/index.ts";

for (const command of commands) {
  test(`the help of ${command.name} names every flag, and calls itself kubectl pvguard`, () => {
    const help = commandHelp(command);
    for (const { name } of command.flags) assert.ok(help.includes(`--${name} `), name);
    assert.match(
      help,
      new RegExp(`^Usage:\\n  kubectl pvguard ${command.name}\\b.* \\[flags\\] \\[options\\]$`, "m"),
    );
  });

  test(`the examples of ${command.name} can be run`, () => {
    assert.ok(command.examples.length > 0);
    for (const { line } of command.examples) {
      const parsed = parse((line.split(/ [>|] /)[0] ?? "").split(" "), commands);
      assert.ok(parsed.do === "run" && parsed.command === command, line);
    }
  });

  test(`the texts of ${command.name} fit a terminal`, () => {
    assert.ok(!command.summary.endsWith("."), "a summary has no full stop");
    assert.match(command.summary, /^[A-Z]/);
    for (const line of command.description.split("\n")) assert.ok(line.length <= 80, line);
    for (const line of command.details.split("\n")) assert.ok(line.length <= 78, line);
  });

  test(`the first screen of ${command.name} has a sentence, three examples and the common flags`, () => {
    assert.match(command.description.replaceAll("\n", " "), /^[A-Z][^.]*\.$/);
    assert.ok(command.examples.length >= 3);
    const screen = onScreen(commandHelp(command)).slice(0, 24).join("\n");
    assert.ok(screen.startsWith(`${command.description}\n`));
    for (const { line } of command.examples.slice(0, 3))
      assert.ok(screen.replaceAll("\n", "").includes(`kubectl pvguard ${line}`), line);
    assert.ok(
      command.common.length > 0,
      "`common` names the flags of the first screen: one at least, such as output",
    );
    const flags = [...command.flags, ...globalFlags];
    for (const name of command.common) {
      assert.ok(
        flags.some((flag) => flag.name === name),
        `${name}: neither the command nor pvguard has this flag of \`common\``,
      );
      assert.match(screen, new RegExp(`^ .*--${name} `, "m"), name);
    }
  });
}

/** The lines of a terminal with 80 columns. */
function onScreen(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => line.match(/.{1,80}/g) ?? [""]);
}

test("without arguments it shows what to do first, on one screen", () => {
  const lines = onScreen(rootHelp(commands));
  assert.ok(lines.length <= 24, `${lines.length} lines of 24: leave out an example in src/cli/help.ts`);
  const said = lines.filter((line) => line.startsWith("  kubectl pvguard "));
  assert.ok(said.length >= 2);
  for (const line of said) {
    const [typed = ""] = line.trim().slice("kubectl pvguard ".length).split(/ {2,}/);
    assert.equal(parse(typed.split(" "), commands).do, "run", line);
  }
});

test("the root help lists every command but those of two words, which stand in the help of the first", () => {
  const help = rootHelp(commands);
  for (const { name, summary } of commands.filter((each) => each.name !== "guard-serve"))
    assert.match(help, new RegExp(`^  ${name} +${summary.replace(/[()]/g, "\\$&")}$`, "m"));
});

test("the help of guard leads to guard serve", () => {
  const guard = commands.find(({ name }) => name === "guard");
  assert.match(guard?.details ?? "", /guard serve --help/);
});

test("the common flags are those that kubectl gives a plugin", () => {
  const help = globalOptions();
  const wanted =
    "as as-group as-uid as-user-extra cache-dir certificate-authority client-certificate client-key cluster context disable-compression insecure-skip-tls-verify kubeconfig namespace password request-timeout server tls-server-name token user username v";
  for (const name of wanted.split(" ")) assert.match(help, new RegExp(`-${name} `), name);
});

test("the environment variables that decide something are in the help", () => {
  for (const name of ["KUBECONFIG", "HTTPS_PROXY", "NO_PROXY", "NO_COLOR", "PVGUARD_PAGER", "XDG_STATE_HOME"])
    assert.match(globalOptions(), new RegExp(`\\b${name}\\b`));
});

test("help that is ready is about what the parser says", () => {
  const all = ["help", "--help", "-h", "options", "why", "audit", "pvc/data", "-A", ""];
  const lines = [[], ...all.map((word) => [word]), ...all.flatMap((one) => all.map((two) => [one, two]))];
  const ready = ["", "options", ...commands.map(({ name }) => name)];
  let about = 0;
  for (const line of lines) {
    const subject = subjectOf(line);
    if (subject === undefined || !ready.includes(subject)) continue;
    const parsed = parse(line, commands);
    const said = parsed.do === "help" ? (parsed.command?.name ?? "") : parsed.do;
    assert.equal(said, subject, line.join(" "));
    about += 1;
  }
  assert.ok(about > 15);
});
