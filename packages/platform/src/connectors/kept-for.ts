/** What was read last, for a while; whoever asks meanwhile waits for the same reading. */
export function keptFor<Value>(keptMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly value: Promise<Value>; readonly untilMs: number } | undefined;
  return () => {
    const nowMs = performance.now();
    if (last !== undefined && nowMs < last.untilMs) return last.value;
    const value = read();
    last = { value, untilMs: nowMs + keptMs };
    value.catch(() => {
      last = undefined;
    });
    return value;
  };
}
