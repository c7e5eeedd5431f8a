/** Loaded first by every test file of a run, which ends with the run. Worker threads load it too, and know no TypeScript. */
const run = Number(process.env.PVGUARD_E2E_RUN_BY);

function endAlone() {
  try {
    process.kill(run, 0);
  } catch {
    process.exit(1);
  }
}

endAlone();
setInterval(endAlone, 1000).unref();
