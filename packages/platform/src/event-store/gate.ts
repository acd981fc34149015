/**
 * Closes when the stream holds facts that the log does not know: then this database was put back to an earlier moment,
 * and acting on it could pay twice.
 */
export interface ServiceGate {
  readonly isOpen: () => boolean;
  readonly closedReason: () => string | undefined;
  readonly close: (reason: string) => void;
  readonly open: () => void;
}

export class GateClosedError extends Error {
  override readonly name = "GateClosedError";
}

/** Who closes it again replaces the reason. */
export function createGate(): ServiceGate {
  let reason: string | undefined;
  return {
    isOpen: () => reason === undefined,
    closedReason: () => reason,
    close(why) {
      reason = why;
    },
    open() {
      reason = undefined;
    },
  };
}

export function assertOpen(gate: ServiceGate): void {
  const reason = gate.closedReason();
  if (reason !== undefined) throw new GateClosedError(reason);
}
