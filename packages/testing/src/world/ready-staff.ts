import { authenticatorCode } from "../authenticator.ts";
import type { ApiClient } from "./api-client.ts";

/** Somebody of the staff who has proved a second factor in her session. */
export interface ReadyStaff {
  readonly token: string;
  readonly factorId: string;
  /** The key of her authenticator app. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** Proves it again, for acts on money. */
  readonly stepUp: () => Promise<void>;
}

interface Posted {
  readonly token: string;
  readonly totp: { readonly id: string; readonly secret: string };
  readonly recovery_codes: readonly string[];
}

/** Logs in, adds an authenticator app and proves it, as everybody of the staff has to before she acts. */
export async function readyStaff(
  api: ApiClient,
  account: { readonly email: string; readonly password: string },
): Promise<ReadyStaff> {
  const post = async (path: string, body: object, token?: string): Promise<Posted> => {
    const as = token === undefined ? {} : { token };
    const response = await api.call("POST", `/api/v1/auth/${path}`, { body, ...as });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
    return response.json<{ data: Posted }>().data;
  };
  const { email, password } = account;
  const { token } = await post("login", { email, password });
  const { totp } = await post("second-factors/totp", { password }, token);
  const { id, secret } = totp;
  const code = () => authenticatorCode(secret, Date.now());
  const added = await post("second-factors/totp/confirm", { id, code: code() }, token);
  return {
    token,
    factorId: id,
    secret,
    recoveryCodes: added.recovery_codes,
    stepUp: async () => void (await post("step-up", { code: code() }, token)),
  };
}
