/** Work did not end in its time. It may still be running; nobody waits for it any more. */
export class TooLateError extends Error {
  override readonly name = "TooLateError";
}

/** Throws `TooLateError`. */
export async function within<Result>(
  timeoutMs: number,
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new TooLateError(`${what} took longer than ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } finally {
    clearTimeout(timer);
  }
}
