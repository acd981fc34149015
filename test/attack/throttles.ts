import { newId } from "@sanu/kernel";
import {
  type ApiClient,
  type ApiResponse,
  createApiClient,
  eventually,
  type Person,
  type World,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";

const countOf = (answers: readonly ApiResponse[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

export function attackThrottles(world: World): void {
  const strangers = strangersIn(world);
  attackPasswords(world, strangers);
  attackCodes(world, strangers);
}

/** Clients at addresses of their own, and what they do. */
function strangersIn(world: World) {
  const clients = new Map<string, ApiClient>();
  afterAll(() => Promise.all([...clients.values()].map((client) => client.close())));
  /** Somebody at an address of his own; `n` tells them apart. */
  const from = (n: number): ApiClient => {
    const address = `127.0.5.${n}`;
    const { port } = new URL(world.publicUrl);
    const client = clients.get(address) ?? createApiClient(`https://127.0.0.1:${port}`, address);
    clients.set(address, client);
    return client;
  };
  const post = (client: ApiClient, path: string, body: object, device?: string) =>
    client.call("POST", `/api/v1/auth/${path}`, {
      body,
      ...(device === undefined ? {} : { headers: { "sanu-device": device } }),
    });
  const times = async (count: number, send: (n: number) => Promise<ApiResponse>) => {
    const answers: ApiResponse[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await send(n));
    return answers;
  };
  return { from, post, times };
}

/** Known where she logged in, which is recorded behind the response to her. */
async function knownOwner(world: World): Promise<Person> {
  const known = "select key from throttles where ends_at > now() + interval '20 days'";
  const count = async () => (await world.databases.identity.query(CompiledQuery.raw(known))).length;
  const before = await count();
  const person = await world.signUp();
  await eventually("she is known", async () => (await count()) > before);
  return person;
}

type Strangers = ReturnType<typeof strangersIn>;

function attackPasswords(world: World, { from, post, times }: Strangers): void {
  describe("somebody who guesses passwords", () => {
    it("is counted by whom he guesses at, whatever else he sends, and keeps the owner out of nothing", async () => {
      const { email, password } = await knownOwner(world);
      const spelled = [email, ` ${email} `, email.toUpperCase()];
      const guess = (client: ApiClient) => (n: number) =>
        post(client, "login", { user_id: newId(), email: spelled[n % 3], password: `wrong ${n}` });
      const first = await times(8, guess(from(1)));
      const others = [...(await times(4, guess(from(2)))), ...(await times(4, guess(from(3))))];

      expect(first.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
      expect([countOf(others, 401), countOf(others, 429)]).toEqual([2, 6]);
      expect((await post(world.api, "login", { email, password })).status).toBe(200);
    });

    it("leaves nobody without an answer, however many he sends at once", async () => {
      const { email } = await world.signUp();
      const flood = Array.from({ length: 16 }, (_each, n) =>
        post(from(4 + (n % 4)), "login", { email, password: `wrong ${n}` }),
      );
      const rates = await world.api.call("GET", "/api/v1/rates");
      for (const { status } of await Promise.all(flood)) expect([401, 429, 503]).toContain(status);
      expect(rates.status).toBe(200);
    });
  });
}

function attackCodes(world: World, { from, post, times }: Strangers): void {
  describe("somebody who guesses codes and asks for them", () => {
    const mailsWith = (email: string, text: string) =>
      world.mail.mails(email).filter((mail) => mail.text.includes(text));

    it("kills no code of the owner's and silences no mail to her", async () => {
      const { email } = await world.signUp();
      const password = "another long password";
      const asked = await post(from(20), "password/reset-request", { email });
      const device = String(asked.headers["sanu-device"]);
      const code = await eventually("her mail arrives", () => {
        const found = world.mail.mails(email).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
        return found.length < 2 ? undefined : found[0];
      });
      const reset = (client: ApiClient, token: string, own?: string) =>
        post(
          client,
          "password/reset",
          { email, token, password, password_confirmation: password },
          own,
        );
      const guesses = await times(12, (n) => reset(from(21 + (n % 3)), String(900_000 + n)));
      const requests = await times(12, (n) =>
        post(from(21 + (n % 3)), "password/reset-request", { email }),
      );
      expect(countOf(guesses, 200)).toBe(0);
      for (const { status } of requests) expect([200, 429]).toContain(status);

      expect((await reset(from(20), code, device)).status).toBe(200);
      expect((await post(from(20), "login", { email, password }, device)).status).toBe(200);
    });

    it("keeps nobody from registering by registering her first", async () => {
      const email = `owner-${newId()}@example.org`;
      const register = (n: number) =>
        post(from(30 + n), "register", { name: "Awa", email, password: "a long password" });
      const strangers = await times(5, register);
      for (const { status } of strangers) expect([201, 429]).toContain(status);
      const own = await register(9);
      expect(own.status).toBe(201);
      const { user_id: userId } = own.json<{ user_id: string }>();
      const [mail] = await eventually("her mail arrives", () => {
        const found = mailsWith(email, userId);
        return found.length > 0 && found;
      });
      const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
      const device = String(own.headers["sanu-device"]);
      expect((await post(from(39), "verify-otp", { user_id: userId, code }, device)).status).toBe(
        200,
      );
    });
  });
}
