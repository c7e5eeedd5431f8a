/** Loaded first by every test file of a run: it ends when the run is gone, and what it started with it. */
const run = Number(process.env.PVGUARD_E2E_RUN_BY);

function endAlone(): void {
  try {
    process.kill(run, 0);
  } catch {
    process.exit(1);
  }
}

endAlone();
setInterval(endAlone, 1000).unref();
