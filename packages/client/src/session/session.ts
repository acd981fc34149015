import { clientLimits } from "../limits.ts";
import type { SessionState, SessionStore } from "./session-store.ts";

/** A token as the API gives it. */
export interface IssuedToken {
  readonly token: string;
  readonly expires_in: number;
}

/** One log-in of one person; `undefined` is nobody. */
export type LoginId = string | undefined;

/** The token of one person, renewed in time and by one request for everybody who waits. */
export interface Session {
  /** Who is logged in now. A call asks once, and shows the token of no other for as long as it lasts. */
  readonly loginId: () => Promise<LoginId>;
  /** The token to show; `undefined` while nobody or somebody else is logged in. */
  readonly token: (loginId: LoginId) => Promise<string | undefined>;
  /** After a token was refused: whether there is another one of the same log-in now. */
  readonly replace: (refused: string, loginId: LoginId) => Promise<boolean>;
  readonly begin: (issued: IssuedToken) => Promise<void>;
  /** Forgets the token, but not of who logged in meanwhile. */
  readonly end: (loginId: LoginId) => Promise<void>;
  readonly device: () => Promise<string | undefined>;
  readonly keepDevice: (device: string) => Promise<void>;
}

/** `refresh` asks for a new token; `undefined` when the API refuses the old one, and throws when it cannot say. */
export function createSession(
  store: SessionStore,
  refresh: (token: string) => Promise<IssuedToken | undefined>,
): Session {
  const renewals = new Map<LoginId, Promise<string | undefined>>();
  const load = async (): Promise<SessionState> => (await store.load()) ?? {};
  const keep = async (issued: IssuedToken, loginId: LoginId): Promise<void> => {
    const { device } = await load();
    await store.save({ ...stateOf(issued, loginId), ...(device !== undefined && { device }) });
  };
  const end = async (loginId: LoginId): Promise<void> => {
    const state = await load();
    if (loginIdOf(state) !== loginId) return;
    await store.save(state.device === undefined ? {} : { device: state.device });
  };
  const renew = async (old: string, loginId: LoginId): Promise<string | undefined> => {
    const before = await load();
    if (loginIdOf(before) !== loginId) return undefined;
    // Another tab was first.
    if (before.token !== old) return before.token;
    const issued = await refresh(old);
    const now = await load();
    if (loginIdOf(now) !== loginId) return undefined;
    if (now.token !== old) return now.token;
    await (issued === undefined ? end(loginId) : keep(issued, now.loginId));
    return issued?.token;
  };
  const renewOnce = (old: string, loginId: LoginId): Promise<string | undefined> => {
    const renewing =
      renewals.get(loginId) ?? renew(old, loginId).finally(() => renewals.delete(loginId));
    renewals.set(loginId, renewing);
    return renewing;
  };
  return {
    begin: (issued) => keep(issued, crypto.randomUUID()),
    end,
    loginId: async () => loginIdOf(await load()),
    async token(loginId) {
      const state = await load();
      const { token, expiresAtMs = Infinity } = state;
      if (token === undefined || loginIdOf(state) !== loginId) return undefined;
      if (expiresAtMs - Date.now() > clientLimits.refreshBeforeMs) return token;
      // What could not be renewed is still good for a while.
      return renewOnce(token, loginId).catch(() => token);
    },
    async replace(refused, loginId) {
      const token = await renewOnce(refused, loginId);
      return token !== undefined && token !== refused;
    },
    device: async () => (await load()).device,
    async keepDevice(device) {
      const state = await load();
      if (state.device !== device) await store.save({ ...state, device });
    },
  };
}

/** A token that was stored without an id, as by hand, is one log-in like any other. */
function loginIdOf({ token, loginId = "unnamed" }: SessionState): LoginId {
  return token === undefined ? undefined : loginId;
}

function stateOf({ token, expires_in: seconds }: IssuedToken, loginId: LoginId): SessionState {
  const expiresAtMs = Date.now() + seconds * 1_000;
  return { token, expiresAtMs, ...(loginId !== undefined && { loginId }) };
}
