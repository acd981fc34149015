import { clientLimits } from "../limits.ts";
import type { SessionState, SessionStore } from "./session-store.ts";

/** A token as the API gives it. */
export interface IssuedToken {
  readonly token: string;
  readonly expires_in: number;
}

/** The token of one person, renewed in time and by one request for everybody who waits. */
export interface Session {
  /** The token to show; `undefined` while nobody is logged in. */
  readonly token: () => Promise<string | undefined>;
  /** After a token was refused: whether there is another one now. */
  readonly replace: (refused: string) => Promise<boolean>;
  readonly begin: (issued: IssuedToken) => Promise<void>;
  readonly end: () => Promise<void>;
  readonly device: () => Promise<string | undefined>;
  readonly keepDevice: (device: string) => Promise<void>;
}

/** `refresh` asks for a new token; `undefined` when the API refuses the old one, and throws when it cannot say. */
export function createSession(
  store: SessionStore,
  refresh: (token: string) => Promise<IssuedToken | undefined>,
): Session {
  let renewing: Promise<string | undefined> | undefined;
  const load = async (): Promise<SessionState> => (await store.load()) ?? {};
  const begin = async ({ token, expires_in: seconds }: IssuedToken): Promise<void> => {
    const { device } = await load();
    const expiresAtMs = Date.now() + seconds * 1_000;
    await store.save({ token, expiresAtMs, ...(device !== undefined && { device }) });
  };
  const end = async (): Promise<void> => {
    const { device } = await load();
    await store.save(device === undefined ? {} : { device });
  };
  const renew = async (old: string): Promise<string | undefined> => {
    const { token } = await load();
    // Another tab was first, or somebody logged in or out meanwhile.
    if (token !== old) return token;
    const issued = await refresh(old);
    const { token: now } = await load();
    if (now !== old) return now;
    await (issued === undefined ? end() : begin(issued));
    return issued?.token;
  };
  const renewOnce = (old: string): Promise<string | undefined> => {
    renewing ??= renew(old).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };
  return {
    begin,
    end,
    async token() {
      const { token, expiresAtMs = Infinity } = await load();
      const leftMs = expiresAtMs - Date.now();
      if (token === undefined || leftMs > clientLimits.refreshBeforeMs) return token;
      // What could not be renewed is still good for a while.
      return renewOnce(token).catch(() => token);
    },
    async replace(refused) {
      const token = await renewOnce(refused);
      return token !== undefined && token !== refused;
    },
    device: async () => (await load()).device,
    async keepDevice(device) {
      const state = await load();
      if (state.device !== device) await store.save({ ...state, device });
    },
  };
}
