import type { Host } from "./cli/index.ts";

/** Set by the build. */
declare const PVGUARD_VERSION: string | undefined;

const version = typeof PVGUARD_VERSION === "string" ? PVGUARD_VERSION : "v0.0.0-source";

const oldestNode = 20;

function host(): Host {
  const interruption = new AbortController();
  const interrupt = (code: number) => () => {
    interruption.abort();
    process.once("SIGINT", () => process.exit(code));
  };
  process.once("SIGINT", interrupt(130));
  process.once("SIGTERM", interrupt(143));
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    env: process.env,
    platform: process.platform,
    cwd: () => process.cwd(),
    now: () => Date.now(),
    random: () => Math.random(),
    killGroup: (leader) => process.kill(-leader, "SIGKILL"),
    interrupted: interruption.signal,
    about: {
      version,
      runtime: `node ${process.version} ${process.platform}/${process.arch}`,
      path: process.argv[1] ?? "",
    },
  };
}

async function main(argv: readonly string[]): Promise<void> {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    process.stderr.write(
      `error: kubectl-pvguard needs Node.js ${oldestNode} or newer, not ${process.version}\n`,
    );
    process.exitCode = 2;
    return;
  }
  // Asked often by scripts: answered before anything else is loaded.
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "version")) {
    process.stdout.write(`kubectl-pvguard ${version}\n`);
    return;
  }
  const { run } = await import("./cli/index.ts");
  process.exit(await run(argv, host()));
}

await main(process.argv.slice(2));
