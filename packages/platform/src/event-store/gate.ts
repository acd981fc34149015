/**
 * Closes when the stream holds facts that the log does not know: then this database was put back to an earlier moment,
 * and acting on it could pay twice.
 */
export interface ServiceGate {
  readonly isOpen: () => boolean;
  readonly closedReason: () => string | undefined;
  readonly close: (reason: string) => void;
  readonly open: () => void;
  /** Calls back each time that it closes after it was open. Returns what stops that. */
  readonly onClose: (listener: () => void) => () => void;
}

export class GateClosedError extends Error {
  override readonly name = "GateClosedError";
}

/** Who closes it again replaces the reason. */
export function createGate(): ServiceGate {
  let reason: string | undefined;
  const listeners = new Set<() => void>();
  return {
    isOpen: () => reason === undefined,
    closedReason: () => reason,
    close(why) {
      const wasOpen = reason === undefined;
      reason = why;
      if (wasOpen) for (const listener of listeners) listener();
    },
    open() {
      reason = undefined;
    },
    onClose(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Throws `GateClosedError` with the reason while it is closed. */
export function assertOpen(gate: ServiceGate): void {
  const reason = gate.closedReason();
  if (reason !== undefined) throw new GateClosedError(reason);
}
