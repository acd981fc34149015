import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { MailSink } from "@sanu/sandbox";
import type { BenchHttp } from "./http.ts";

/** Somebody who is logged in. */
export interface BenchPerson {
  readonly accountId: string;
  readonly token: string;
}

const mailWaitMs = 10;

/** Signs so many people up through the public API, one after the other. */
export async function signUpPeople(
  http: BenchHttp,
  mail: MailSink,
  count: number,
): Promise<readonly BenchPerson[]> {
  const people: BenchPerson[] = [];
  for (let number = 0; number < count; number += 1) people.push(await signUp(http, mail));
  return people;
}

async function signUp(http: BenchHttp, mail: MailSink): Promise<BenchPerson> {
  const email = `bench-${randomBytes(6).toString("hex")}@example.org`;
  const password = randomBytes(12).toString("hex");
  const registered: { user_id: string } = JSON.parse(
    await http.post("/api/v1/auth/register", {
      status: 201,
      body: { name: "Awa Dossou", email, password },
    }),
  );
  const accountId = registered.user_id;
  await http.post("/api/v1/auth/verify-otp", {
    status: 200,
    body: { user_id: accountId, code: await codeOf(mail, email) },
  });
  const loggedIn: { data: { token: string } } = JSON.parse(
    await http.post("/api/v1/auth/login", { status: 200, body: { email, password } }),
  );
  return { accountId, token: loggedIn.data.token };
}

async function codeOf(mail: MailSink, email: string): Promise<string> {
  for (;;) {
    const [newest] = mail.mails(email);
    // The mail also carries the user id, a UUID, whose parts can look like a code.
    const code = /(?<![\w-])\d{6}(?![\w-])/.exec(newest?.text ?? "")?.[0];
    if (code !== undefined) return code;
    await wait(mailWaitMs);
  }
}
