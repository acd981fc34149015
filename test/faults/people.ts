import type { MailSink } from "@sanu/sandbox";
import { type ApiClient, type Person, readCode } from "@sanu/testing";

export type Send = ApiClient["call"];

/** Everybody has this name; nothing that is stored or logged in the open may carry it. */
export const personName = "Awa Canary Dossou";

/** With what every address and every password of a load begins, for the same reason. */
export const canaryStart = "canary-";

/** Registers somebody new. */
export async function registerCanary(send: Send): Promise<Omit<Person, "token">> {
  const email = `${canaryStart}${crypto.randomUUID()}@example.org`;
  const password = `${canaryStart}${crypto.randomUUID()}`;
  const body = { name: personName, email, password };
  const response = await send("POST", "/api/v1/auth/register", { body });
  return { accountId: response.json<{ user_id: string }>().user_id, email, password };
}

/** Registers somebody new, verifies the address and logs in. */
export async function signUpCanary(send: Send, mail: MailSink): Promise<Person> {
  const { accountId, email, password } = await registerCanary(send);
  const code = await readCode(mail, email);
  await send("POST", "/api/v1/auth/verify-otp", { body: { user_id: accountId, code } });
  const loggedIn = await send("POST", "/api/v1/auth/login", { body: { email, password } });
  const { token } = loggedIn.json<{ data: { token: string } }>().data;
  return { accountId, email, password, token };
}
