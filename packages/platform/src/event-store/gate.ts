/**
 * Whether the service may take commands. It closes when the stream holds facts that the log does not know:
 * then this database was put back to an earlier moment, and acting on it could pay twice.
 */
export interface ServiceGate {
  readonly isOpen: () => boolean;
  readonly closedReason: () => string | undefined;
  readonly close: (reason: string) => void;
  readonly open: () => void;
}

/** The service takes no commands at the moment. */
export class GateClosedError extends Error {
  override readonly name = "GateClosedError";
}

/** A gate that is open at first. Who closes it again replaces the reason. */
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

/** Throws `GateClosedError` while the gate is closed. */
export function assertOpen(gate: ServiceGate): void {
  const reason = gate.closedReason();
  if (reason !== undefined) throw new GateClosedError(reason);
}
