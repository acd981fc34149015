import { type Clock, plusMs, systemClock } from "@sanu/kernel";
import { type ApiResponse, eventually, type Person, type World } from "@sanu/testing";
import * as transactions from "@sanu/transactions";
import { CompiledQuery } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { detailOf, numberEndingIn } from "./buy.ts";
import { decideByTwo, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

interface Order {
  readonly id: string;
  readonly status: string;
  readonly end_reason: string | null;
  readonly ordered: number;
  readonly failures: number;
  readonly next_at: string | null;
  readonly occurrences: readonly {
    readonly outcome: string;
    readonly transaction_id: string | null;
    readonly transaction_status: string | null;
  }[];
}

const dayMs = 86_400_000;
let aheadMs = 0;
/** Transactions lives so far ahead of the rest as a test says: what is due tomorrow is due now. */
const ahead: Clock = { now: () => plusMs(systemClock.now(), aheadMs) };

/** Ordering in advance, from the public API to the money and the mails. */
describe("orders in advance", () => {
  let world: World;
  let person: Person;
  let staff: readonly [string, string];

  beforeAll(async () => {
    world = await startSanu(
      { settings: { STANDING_ORDER_FAILURES_MAX: "2", STANDING_ORDER_RETRY_MS: "1000" } },
      {
        transactions: {
          migrations: transactions.migrations,
          compose: (environment, overrides) =>
            transactions.compose(transactions.readTransactionsConfig(environment), {
              ...overrides,
              clock: ahead,
            }),
        },
      },
    );
    person = await world.signUp();
    staff = [await logInAsAdmin(world), await logInAsAdmin(world)];
  });
  afterEach(() => world.expectBooksToBalance());
  afterAll(() => world.stop());

  const call = (method: "GET" | "POST", path: string, body?: object): Promise<ApiResponse> =>
    world.api.call(method, `/api/v1/orders${path}`, {
      token: person.token,
      ...(body !== undefined && { body }),
    });
  const place = async (body: object): Promise<Order> => {
    const response = await call("POST", "", {
      type: "BUY_BITCOIN",
      amount: 5_000,
      receiver_address: "ok@sandbox.sanu",
      number: numberEndingIn("789"),
      ...body,
    });
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`);
    return response.json<{ order: Order }>().order;
  };
  const orderOf = async ({ id }: Pick<Order, "id">): Promise<Order> =>
    (await call("GET", `/${id}`)).json<{ order: Order }>().order;
  const reaches = (order: Order, what: string, isSo: (of: Order) => boolean) =>
    eventually(
      what,
      async () => {
        const found = await orderOf(order);
        return isSo(found) && found;
      },
      30_000,
    );
  const mailsAbout = (subject: RegExp) =>
    world.mail.mails(person.email).filter((mail) => subject.test(mail.subject));
  const manual = (rate: number | null) =>
    decideByTwo(world, staff, {
      method: "PUT",
      path: "/api/v1/rates",
      body: { manual_rate: rate, confirmed: true },
    });

  it("buys every day what the payer consents to, and a mail leads to the page", async () => {
    const daily = await place({ every: "day", number: numberEndingIn("111") });
    expect(daily).toMatchObject({ status: "ACTIVE", ordered: 0, occurrences: [] });
    aheadMs = dayMs;
    const due = await reaches(daily, "it has ordered", ({ ordered }) => ordered === 1);
    const id = due.occurrences[0]?.transaction_id ?? "";
    expect((await detailOf(world, person, id)).status).toBe("PENDING");
    const mail = await eventually("a mail leads to the page", () => {
      const [newest] = mailsAbout(/attend votre paiement/);
      return newest;
    });
    const url = /https?:\/\/\S+\/pay\/[\w-]{22}/.exec(mail.text)?.[0] ?? "";
    expect(url.startsWith(world.publicUrl)).toBe(true);
    const page = await world.api.call("GET", new URL(url).pathname);
    expect(page.status).toBe(200);

    const provider = await eventually("the provider's page is known", async () => {
      const { payment_url: link } = await detailOf(world, person, id);
      return !link.startsWith(world.publicUrl) && link;
    });
    expect((await fetch(`${provider}/approve`, { method: "POST" })).ok).toBe(true);
    await reaches(daily, "it is completed", ({ occurrences: [first] }) => {
      return first?.transaction_status === "COMPLETED";
    });
    expect((await call("POST", `/${daily.id}/pause`)).json()).toMatchObject({
      order: { status: "PAUSED", next_at: null },
    });
    expect((await call("POST", `/${daily.id}/resume`)).json()).toMatchObject({
      order: { status: "ACTIVE" },
    });
    expect((await call("POST", `/${daily.id}/cancel`)).json()).toMatchObject({
      order: { status: "ENDED", end_reason: "cancelled" },
    });
    expect((await call("POST", `/${daily.id}/resume`)).json()).toMatchObject({
      code: "standing-order-ended",
    });
  });

  it("buys once when the rate comes down, and not while it is frozen", async () => {
    const limit = await place({ price: 56_100_000 });
    const freeze = { frozen: true, reason: "a test" };
    await world.api.call("PUT", "/api/v1/rates", { token: staff[0], body: freeze });
    await manual(55_000_000);
    expect((await orderOf(limit)).ordered).toBe(0);
    await decideByTwo(world, staff, {
      method: "PUT",
      path: "/api/v1/rates",
      body: { frozen: false },
    });
    const done = await reaches(limit, "it is bought", ({ occurrences: [first] }) => {
      return first?.transaction_status === "COMPLETED";
    });
    expect(done).toMatchObject({ status: "ENDED", end_reason: "done", ordered: 1 });
    const id = done.occurrences[0]?.transaction_id ?? "";
    expect(await detailOf(world, person, id)).toMatchObject({ exchange_rate: 56_100_000 });
    await manual(null);
  });

  it("sells when the rate comes up, once the seller has paid the invoice", async () => {
    const sale = await place({ type: "SELL_BITCOIN", price: 63_700_000, receiver_address: null });
    await manual(65_000_000);
    const due = await reaches(sale, "it has ordered", ({ ordered }) => ordered === 1);
    const id = due.occurrences[0]?.transaction_id ?? "";
    expect(await detailOf(world, person, id)).toMatchObject({ exchange_rate: 63_700_000 });
    await manual(null);
  });

  it("ends with a mail where it fails again and again", async () => {
    const failing = await place({ every: "day", number: numberEndingIn("039") });
    for (const count of [1, 2]) {
      aheadMs += dayMs;
      await reaches(failing, `it has failed ${count} times`, ({ failures }) => failures === count);
    }
    expect(await orderOf(failing)).toMatchObject({ status: "ENDED", end_reason: "failing" });
    const mail = await eventually("a mail says so", () => mailsAbout(/est arrêté/)[0]);
    expect(mail.text).toContain("Rien n'est perdu");
    const leftText = "select from standing_order_triggers where order_id = $1";
    const left = await world.databases.transactions.query(
      CompiledQuery.raw(leftText, [failing.id]),
    );
    expect(left).toEqual([]);
  });
});
