import { randomBytes } from "node:crypto";
import { memorySession } from "@sanu/client";
import type { MailSink } from "@sanu/sandbox";
import { eventually } from "../eventually.ts";
import type { ApiClient } from "./api-client.ts";
import { clientOver } from "./client-over.ts";

/** Somebody with a verified account who is logged in. */
export interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Registers, reads the code from the mail that arrives, verifies and logs in, all through the public API. */
export async function signUp(api: Pick<ApiClient, "call">, mail: MailSink): Promise<Person> {
  const email = `person-${randomBytes(6).toString("hex")}@example.org`;
  const password = `pass-${randomBytes(8).toString("hex")}`;
  const session = memorySession();
  const sanu = clientOver(api, session);
  const body = { name: "Awa Dossou", email, password };
  const { user_id: accountId } = (await sanu.post("/auth/register", { body })).body;
  const code = await readCode(mail, email);
  await sanu.post("/auth/verify-otp", { body: { user_id: accountId, code } });
  await sanu.logIn({ email, password });
  const { token = "" } = (await session.load()) ?? {};
  return { accountId, email, password, token };
}

/**
 * Waits for a mail to an address that carries a one-time password, and returns the newest one's. `mailsBefore`: so many mails had come
 * before it was asked for. Other mails, about an order for example, may come meanwhile.
 */
export function readCode(mail: MailSink, email: string, mailsBefore = 0): Promise<string> {
  return eventually("a mail with a code arrives", () => {
    const mails = mail.mails(email);
    const fresh = mails.slice(0, mails.length - mailsBefore);
    return fresh.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined);
  });
}
