/** Work that ends in order at the first wish of who runs it (Ctrl-C, or SIGTERM); `says`: with which error. */
export async function untilStopped<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  says = "It was stopped",
): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error(says));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work(stopping.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}
