/** Milliseconds that this process has computed: unlike the clock's, they do not grow while other programs run. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
