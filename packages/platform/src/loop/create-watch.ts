export interface Watch {
  /** Looks every so often from now on; again while it does changes nothing. */
  readonly begin: () => void;
  readonly end: () => void;
}

/** Looks only while there is something to look at, so that nobody is woken for nothing. It keeps no process alive. */
export function createWatch(everyMs: number, look: () => void): Watch {
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      timer ??= setInterval(look, everyMs).unref();
    },
    end() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
