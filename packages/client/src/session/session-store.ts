/** What a client keeps from one call to the next. Whoever reads `token` acts as the person. */
export interface SessionState {
  readonly token?: string;
  readonly expiresAtMs?: number;
  /** Made by each log-in and kept by renewals: the token of another one is never shown for a call that this one began. */
  readonly loginId?: string;
  /** By this the API knows the browser or app again; codes from mails belong to the device that asked for them. */
  readonly device?: string;
}

/** Where it is kept. Several tabs or processes may share one. */
export interface SessionStore {
  readonly load: () => SessionState | undefined | Promise<SessionState | undefined>;
  readonly save: (state: SessionState) => void | Promise<void>;
}

/** Kept for as long as the page or the process lives. */
export function memorySession(): SessionStore {
  let kept: SessionState | undefined;
  return {
    load: () => kept,
    save(state) {
      kept = state;
    },
  };
}
