/** Stops one part after the other: what uses a part stands before it. */
export async function stopInOrder(...stops: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const stop of stops) await stop();
}
