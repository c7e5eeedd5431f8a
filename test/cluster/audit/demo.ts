/** `npm run demo:real`: what `kubectl pvguard audit` prints of a real control plane in which everything is broken. */
import { buildProgram } from "../why/support/program.ts";
import { playAll } from "./play.ts";

process.stderr.write(
  "Making some forty kinds of trouble in a real control plane; this takes a minute or two.\n",
);
const broken = await playAll();
try {
  const program = await buildProgram(broken.kubeconfig);
  const { stdout } = await program.throughKubectl(undefined, "audit", ...process.argv.slice(2));
  program.remove();
  process.stdout.write(`$ kubectl pvguard audit\n${stdout}`);
} finally {
  await broken.stop();
}
