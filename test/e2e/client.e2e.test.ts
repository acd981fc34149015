import {
  createClient,
  memorySession,
  type Progress,
  parseSats,
  parseXof,
  SanuProblem,
  type SessionStore,
} from "@sanu/client";
import { eventually, type Person, trustingFetch } from "@sanu/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { numberEndingIn, providerPageOf } from "./buy.ts";
import { payInvoice, shownInvoice } from "./sell.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu({ settings: { SALES: "open" } });
const person = await world.signUp();
const { fetch, close } = trustingFetch();
afterAll(close);

const order = (amountXof: bigint, digits = "789") => ({
  amountXof,
  receiver: "ok@sandbox.sanu",
  number: numberEndingIn(digits),
});
const tokenOf = async (session: SessionStore) => (await session.load())?.token;

/** A client of somebody who is logged in, on a network that does what a test says. */
async function clientOf({ token }: Person, network: typeof fetch = fetch) {
  const session = memorySession();
  await session.save({ token, expiresAtMs: Date.now() + 3_600_000 });
  return createClient({ baseUrl: world.publicUrl, fetch: network, session, language: "en" });
}

const addressOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : input.toString();

/** The first answer to such a request is lost behind the commit that it told of. */
function losingFirst(path: string): typeof fetch {
  let isLost = false;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (isLost || !addressOf(input).endsWith(path)) return response;
    isLost = true;
    await response.text();
    throw new TypeError("fetch failed");
  };
}

/** The first streams break behind their first event. */
function breakingStreams(times: number): typeof fetch {
  let broken = 0;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!addressOf(input).endsWith("/events") || broken >= times) return response;
    broken += 1;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        controller.enqueue(piece);
        if (new TextDecoder().decode(piece).includes("data:")) controller.error(new Error("cut"));
      },
    });
    return new Response(response.body?.pipeThrough(cut) ?? null, response);
  };
}

async function statesOf(states: AsyncIterable<Progress>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { status } of states) if (seen.at(-1) !== status) seen.push(status);
  return seen;
}

describe("the client, over HTTPS", () => {
  afterEach(() => world.expectBooksToBalance());

  it("buys, and follows the purchase to its end", async () => {
    const sanu = await clientOf(person);
    const { body, status } = await sanu.buy(order(5_000n));

    expect(status).toBe(201);
    expect((await statesOf(sanu.follow(body.transaction.id))).at(-1)).toBe("COMPLETED");
    const { id } = body.transaction;
    const read = await sanu.get("/transactions/{id}", { params: { id } });
    const { amount_xof: xof, amount_satoshi: sats } = read.body.transaction;
    expect([parseXof(xof), parseSats(sats)]).toEqual([5_000n, 8_169n]);
  });

  it("sells, and follows the sale to its end", async () => {
    const sanu = await clientOf(person);
    const { body } = await sanu.sell(order(10_000n, "700"));
    const invoice = body.invoice ?? (await shownInvoice(world, body.transaction.payment_url ?? ""));

    expect(await payInvoice(world, invoice)).toBe(204);
    expect((await statesOf(sanu.follow(body.transaction.id))).at(-1)).toBe("COMPLETED");
  });

  it("orders once when the answer is lost behind the commit", async () => {
    const buyer = await world.signUp();
    const sanu = await clientOf(buyer, losingFirst("/transactions/create"));

    const { body, isReplayed } = await sanu.buy(order(6_000n));

    expect(isReplayed).toBe(true);
    const { transactions } = (await sanu.get("/transactions")).body;
    expect(transactions.map(({ id }) => id)).toEqual([body.transaction.id]);
  });

  it("goes on under a key that it is given, and is refused another order under it", async () => {
    const sanu = await clientOf(person);
    const idempotencyKey = crypto.randomUUID();
    const first = await sanu.buy(order(7_000n), { idempotencyKey });
    const again = await sanu.buy(order(7_000n), { idempotencyKey });
    const other = await sanu
      .buy(order(7_001n), { idempotencyKey })
      .catch((error: unknown) => error);

    expect([again.body, again.isReplayed]).toEqual([first.body, true]);
    expect(other).toMatchObject({ code: "idempotency-key-reused", status: 422 });
  });

  it("follows on where a stream broke", async () => {
    const sanu = await clientOf(person, breakingStreams(2));
    const { body } = await sanu.buy(order(5_500n, "111"));
    const states = statesOf(sanu.follow(body.transaction.id));
    const page = await providerPageOf(world, person, body.transaction.id);
    expect((await globalThis.fetch(`${page}/approve`, { method: "POST" })).ok).toBe(true);
    expect((await states).at(-1)).toBe("COMPLETED");
  });

  it("renews a token, the same when the answer with it was lost", async () => {
    const session = memorySession();
    const { email, password } = await world.signUp();
    const network = losingFirst("/auth/refresh");
    const sanu = createClient({ baseUrl: world.publicUrl, fetch: network, session });
    await sanu.logIn({ email, password });
    const first = (await tokenOf(session)) ?? "";
    await session.save({ token: first, expiresAtMs: Date.now() + 60_000 });

    await Promise.all([sanu.get("/auth/me"), sanu.get("/transactions/remaining")]);

    const second = await tokenOf(session);
    expect(second).not.toBe(first);
    expect((await sanu.get("/auth/me")).body.data.user.email).toBe(email);
  });

  it("hears that its session was ended elsewhere, and forgets the token", async () => {
    const session = memorySession();
    const { email, password } = await world.signUp();
    const sanu = createClient({ baseUrl: world.publicUrl, fetch, session });
    await sanu.logIn({ email, password });
    const token = (await tokenOf(session)) ?? "";
    await world.api.call("POST", "/api/v1/auth/logout", { token });

    const error = await eventually("the token is refused", () =>
      sanu.get("/auth/me").then(
        () => undefined,
        (refused: unknown) => refused,
      ),
    );

    expect(error).toBeInstanceOf(SanuProblem);
    expect(error).toMatchObject({ code: "unauthenticated", message: "Unauthenticated." });
    expect(await tokenOf(session)).toBeUndefined();
  });

  it("shows a staging user id in the place of a session", async () => {
    const { accountId: stagingUserId, email } = person;
    const sanu = createClient({ baseUrl: world.publicUrl, fetch, stagingUserId });

    expect((await sanu.get("/auth/me")).body.data.user.email).toBe(email);
  });

  it("says each broken field, and reads lists page by page", async () => {
    const sanu = await clientOf(person);
    const broken = sanu.buy({ amountXof: 0n, number: "12", receiver: "" });
    await expect(broken).rejects.toMatchObject({
      code: "validation-failed",
      fields: { amount: [expect.any(String)], number: [expect.any(String)] },
    });

    const ids: string[] = [];
    for await (const page of sanu.pages("/transactions", { query: { limit: 2 } })) {
      expect(page.transactions.length).toBeLessThanOrEqual(2);
      ids.push(...page.transactions.map(({ id }) => id));
    }
    const whole = (await sanu.get("/transactions")).body.transactions;
    expect(ids).toEqual(whole.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(2);
  });
});
