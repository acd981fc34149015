import { testSeed } from "@sanu/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startSharedSanu } from "../e2e/start-world.ts";

const seed = testSeed();
const oddText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
  fc.constantFrom("lnbc1", "lnurl1", "bitcoin:", "a@b", "@", "\u202e", "bc1q", "+229", "'; --"),
);

const world = await startSharedSanu();
const person = await world.signUp();

/** What the gateway lets through, the services must take or refuse; nothing of it is a fault or a time-out. */
describe("odd but well-formed input", () => {
  const post = async (path: string, body: object) => {
    const response = await world.api.call("POST", `/api/v1/${path}`, { token: person.token, body });
    return response.status;
  };

  it("is an order, or is refused with a reason", async () => {
    const order = fc.record({
      receiver_address: oddText,
      number: fc.option(oddText),
      provider: fc.option(oddText),
      amount: fc.oneof(
        fc.integer({ min: 1, max: 300 }),
        fc.maxSafeNat().map((n) => n + 1),
      ),
      type: fc.constantFrom("BUY_BITCOIN", "SELL_BITCOIN"),
    });
    await fc.assert(
      fc.asyncProperty(order, async (body) => {
        const status = await post("transactions/create", body);
        // Selling answers 503 by design until it is built.
        const expected = body.type === "SELL_BITCOIN" ? [400, 422, 503] : [201, 400, 422];
        expect(expected).toContain(status);
      }),
      { seed, numRuns: 150 },
    );
  });

  it("is a registration, or is refused with a reason", async () => {
    const registration = fc.record({
      name: oddText,
      email: fc.emailAddress(),
      password: fc.string({ unit: "grapheme", minLength: 8, maxLength: 40 }),
      whatsapp: fc.option(oddText),
    });
    await fc.assert(
      fc.asyncProperty(registration, async (body) => {
        expect([201, 422]).toContain(await post("auth/register", body));
      }),
      { seed, numRuns: 20 },
    );
  });

  it("is no proof and no log-in", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.emailAddress(), oddText, async (id, email, password) => {
        expect(await post("auth/verify-otp", { user_id: id, code: "000000" })).toBe(422);
        expect(await post("auth/verify-otp", { email, code: "000000" })).toBe(422);
        expect([401, 422]).toContain(await post("auth/login", { email, password }));
      }),
      { seed, numRuns: 15 },
    );
  });

  it("names no page, no list and no callback", async () => {
    const texts = fc.sample(oddText, { seed, numRuns: 60 });
    for (const text of texts) {
      const part = encodeURIComponent(text.toWellFormed());
      for (const path of [
        `/pay/${part}`,
        `/pay/${part}/status`,
        `/api/v1/transactions/${part}`,
        `/api/v1/transactions?cursor=${part}`,
      ]) {
        const { status } = await world.api.call("GET", path, { token: person.token });
        expect([400, 404, 422]).toContain(status);
      }
      const callback = { rawBody: text.toWellFormed(), headers: { "x-signature": "1" } };
      const { status } = await world.api.call("POST", "/webhooks/sandbox", callback);
      expect([400, 401]).toContain(status);
    }
  });
});
