/**
 * Runs a call under a signal that ends it after a time. The timer ends with the call: those of `AbortSignal.timeout` go on, and
 * each makes an error with its stack when nobody listens any more, which takes longer than all else about a time-out.
 */
export async function within<Result>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await call(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
