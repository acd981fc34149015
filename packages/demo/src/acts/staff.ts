import { composeAdmins } from "@sanu/identity";
import { Secret, TOTP } from "otpauth";
import { RefusedError } from "../system/api-client.ts";
import type { Cast, StaffMember } from "./cast.ts";
import { passwordOf } from "./join.ts";
import { until } from "./patience.ts";
import { textAt } from "./read-answer.ts";

/** Somebody of the staff who has just proved her second factor. */
export interface PresentStaff {
  readonly token: string;
}

const staffNames = [
  ["Adaka Lomari", "adaka.lomari.staff@example.org"],
  ["Kogno Zinsola", "kogno.zinsola.staff@example.org"],
] as const;

/** Makes two admins as an operator does at the shell; each adds an authenticator app. */
export async function hire(cast: Cast): Promise<void> {
  const admins = await composeAdmins(cast.identityUrl);
  try {
    const password = passwordOf(cast.seed);
    for (const [name, email] of staffNames) {
      await admins.create({
        email,
        password,
        name,
        country: "BJ",
        language: "fr",
        reason: "first",
      });
      cast.staff.push(await addAuthenticator(cast, email));
    }
  } finally {
    await admins.close();
  }
}

async function addAuthenticator(cast: Cast, email: string): Promise<StaffMember> {
  const { api, clock } = cast.system;
  const password = passwordOf(cast.seed);
  const token = await logIn(cast, email);
  const begun = await current(() =>
    api.send("POST", "auth/second-factors/totp", { as: { token }, body: { password } }),
  );
  const key = textAt(begun, "data", "totp", "secret");
  const body = { id: textAt(begun, "data", "totp", "id"), code: codeAt(key, clock.nowMs()) };
  await api.send("POST", "auth/second-factors/totp/confirm", { as: { token }, body });
  return { email, authenticatorKey: key };
}

/** Both log in and prove their second factor. */
export async function stepIn(cast: Cast): Promise<readonly [PresentStaff, PresentStaff]> {
  const [first, second] = await Promise.all(
    cast.staff.map(async ({ email, authenticatorKey }) => {
      const { api, clock } = cast.system;
      const token = await logIn(cast, email);
      const body = { code: codeAt(authenticatorKey, clock.nowMs()) };
      await current(() => api.send("POST", "auth/step-up", { as: { token }, body }));
      return { token };
    }),
  );
  if (first === undefined || second === undefined) throw new Error("Two of the staff are needed");
  return [first, second];
}

async function logIn(cast: Cast, email: string): Promise<string> {
  const body = { email, password: passwordOf(cast.seed) };
  return textAt(await cast.system.api.send("POST", "auth/login", { body }), "data", "token");
}

function codeAt(key: string, timestamp: number): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp });
}

/** The gateway hears identity's moment within a quarter of a second; until then a token is from the future. */
function current<Result>(work: () => Promise<Result>): Promise<Result> {
  return until("the gateway knows the moment", async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedError && error.status === 401) return undefined;
      throw error;
    }
  });
}
