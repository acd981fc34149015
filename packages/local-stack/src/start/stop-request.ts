const repeatMs = 2_000;

/**
 * Resolves at the first Ctrl-C, SIGTERM or closed terminal. npm passes on what the terminal has already given to
 * everybody, so the same wish arrives more than once; only one that comes after a while means "at once".
 */
export function nextStopRequest(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs = 0;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(signal, () => {
        if (firstMs === 0) {
          firstMs = Date.now();
          resolve();
        } else if (Date.now() - firstMs > repeatMs) {
          process.exit(1);
        }
      });
    }
  });
}
