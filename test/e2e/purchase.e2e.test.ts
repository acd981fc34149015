import { eventually } from "@sanu/testing";
import { afterEach, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu({ settings: { LINK_WAIT_MS: "30000" } });
const person = await world.signUp();

describe("a purchase through all five services", () => {
  afterEach(() => world.expectBooksToBalance());

  it("ends COMPLETED, and list, detail, flashback and remaining tell so", async () => {
    const response = await buy(world, person);
    const created = createdOf(response);
    expect(created.status).toBe("PENDING");
    expect(created.payment_url).toContain(world.sandbox.url);

    const done = await eventually("the purchase is completed", async () => {
      const detail = await detailOf(world, person, created.id);
      return detail.status === "COMPLETED" && detail;
    });
    expect(done.progress).toEqual({ payment_status: "COMPLETED", payout_status: "COMPLETED" });
    expect(done.payout_reference).toMatch(/^PAYOUT_/);
    expect(done.completed_at).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/);

    const { token } = person;
    const list = await world.api.call("GET", "/api/v1/transactions", { token });
    expect(list.json<{ transactions: { id: string }[] }>().transactions).toMatchObject([
      { id: created.id, amount_xof: "10000XOF", amount_sats: "16339 SATS" },
    ]);
    const flashback = await world.api.call("GET", "/api/v1/transactions/flashback", { token });
    expect(flashback.json<{ data: object }>().data).toMatchObject({
      total_transactions: 1,
      total_buy: 10_000,
      streak: "1 jour",
      volume: "10000",
      name: "Awa Dossou",
    });
    const remaining = await world.api.call("GET", "/api/v1/transactions/remaining", { token });
    expect(remaining.json()).toEqual({ success: true, remaining: 95 });
  });

  it("waits for the payer's approval on the provider's page", async () => {
    const created = createdOf(await buy(world, person, { number: numberEndingIn("111") }));
    await world.settled();
    expect((await detailOf(world, person, created.id)).status).toBe("PENDING");

    const approved = await fetch(`${created.payment_url}/approve`, { method: "POST" });
    expect(approved.ok).toBe(true);
    await eventually("the purchase is completed", async () => {
      return (await detailOf(world, person, created.id)).status === "COMPLETED";
    });
  });

  it("is invisible to everybody else", async () => {
    const stranger = await world.signUp();
    const created = createdOf(await buy(world, person));
    const theirs = await world.api.call("GET", `/api/v1/transactions/${created.id}`, {
      token: stranger.token,
    });
    const unknown = await world.api.call(
      "GET",
      "/api/v1/transactions/01900000-0000-7000-8000-000000000000",
      { token: stranger.token },
    );
    expect(theirs.status).toBe(404);
    const withoutRequest = (text: string) => ({ ...JSON.parse(text), instance: "" });
    expect(withoutRequest(theirs.text)).toEqual(withoutRequest(unknown.text));
  });
});
