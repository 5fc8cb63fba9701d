/** Milliseconds that the processor works on an act. Unlike time on a clock, other programs do not lengthen it. */
export async function processorMs(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
