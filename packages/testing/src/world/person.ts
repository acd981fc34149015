import { randomBytes } from "node:crypto";
import type { MailSink } from "@sanu/sandbox";
import { eventually } from "../eventually.ts";
import type { ApiClient } from "./api-client.ts";

/** Somebody with a verified account who is logged in. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Registers, reads the code from the mail that arrives, verifies and logs in, all through the public API. */
export async function signUp(api: ApiClient, mail: MailSink): Promise<Person> {
  const email = `person-${randomBytes(6).toString("hex")}@example.org`;
  const password = `pass-${randomBytes(8).toString("hex")}`;
  const registered = await api.call("POST", "/api/v1/auth/register", {
    body: { name: "Awa Dossou", email, password },
  });
  if (registered.status !== 201)
    throw new Error(`register: ${registered.status} ${registered.text}`);
  const accountId = registered.json<{ user_id: string }>().user_id;
  const code = await readCode(mail, email);
  const verified = await api.call("POST", "/api/v1/auth/verify-otp", {
    body: { user_id: accountId, code },
  });
  if (verified.status !== 200) throw new Error(`verify-otp: ${verified.status} ${verified.text}`);
  const loggedIn = await api.call("POST", "/api/v1/auth/login", { body: { email, password } });
  if (loggedIn.status !== 200) throw new Error(`login: ${loggedIn.status} ${loggedIn.text}`);
  const { token } = loggedIn.json<{ data: { token: string } }>().data;
  return { accountId, email, password, token };
}

/** Waits until the newest mail to an address carries a one-time password, and returns it. */
export function readCode(mail: MailSink, email: string): Promise<string> {
  return eventually("a mail with a code arrives", () => {
    const [newest] = mail.mails(email);
    return newest === undefined ? undefined : /\b\d{6}\b/.exec(newest.text)?.[0];
  });
}
