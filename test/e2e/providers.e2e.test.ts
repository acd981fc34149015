import {
  type ProviderCall,
  type ProviderOrder,
  type ProviderServer,
  simulatedProviders,
  simulateProvider,
} from "@sanu/sandbox";
import {
  announcedSeed,
  eventually,
  isLongRun,
  randomFrom,
  startCallbackForwarder,
  temporaryCertificate,
  type World,
} from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf, numberEndingIn } from "./buy.ts";
import { reached, sellAndPay } from "./sell.ts";
import { quickMoney, roomy, startSharedSanu } from "./start-world.ts";

const settings = { ...roomy, OUTCOME_UNKNOWN_AFTER_MS: "1500" };
const macaroon = "0201036c6e64";
const pinned = await temporaryCertificate();
const world = await startSharedSanu({ settings, lnd: { ...pinned, macaroon } }, quickMoney);
const person = await world.signUp();

/** Of every call, so many have an answer that never comes. */
const lostShare = 0.3;
const counts = { purchases: 6, sales: 4 } as const;

interface AttemptRow {
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly reviewed: boolean;
}

const attempts = CompiledQuery.raw(
  `select attempt_id::text as key, kind, state, reviewed_at is not null as reviewed from attempts
   where kind in ('collection', 'refund', 'disbursement')`,
);

async function attemptsOf({ databases }: World): Promise<ReadonlyMap<string, AttemptRow>> {
  const rows = await Promise.all(
    [databases.payments, databases.payouts].map((database) => database.query<AttemptRow>(attempts)),
  );
  return new Map(rows.flat().map((row) => [row.key, row]));
}

/** Starts what moves money anew, over these providers. */
async function startWith(names: string, provider: ProviderServer): Promise<void> {
  const chosen = { COLLECTION_RAIL: names, DISBURSE_RAIL: names, ...provider.settings };
  for (const service of ["payments", "payouts"] as const) {
    await world.programs.stop(service);
    await world.programs.start(service, chosen);
  }
}

/** Every connector is checked against its server elsewhere; all of them through all services only in the long run. */
const providers = isLongRun() ? simulatedProviders : simulatedProviders.slice(0, 2);

// First, while nothing has failed at any of them: behind lost answers orders go to the healthier one.
describe("with two providers at once", () => {
  const [name] = simulatedProviders;
  if (name === undefined) throw new Error("No provider is simulated");
  /** Its operator is served by the second one alone. */
  const elsewhere = "+2290192000789";
  let provider: ProviderServer;

  beforeAll(async () => {
    provider = await simulateProvider(name);
    await startWith(`${name},sandbox`, provider);
  });

  afterAll(() => provider.close());

  it("each order goes to who serves its channel, and one that was begun ends where it was begun", async () => {
    const begun = createdOf(await buy(world, person, { number: numberEndingIn("111") }));
    const order = await eventually("the first one has it", () =>
      provider.book.orders("collection").find(({ state }) => state === "pending"),
    );
    const other = createdOf(await buy(world, person, { number: elsewhere }));
    await reached(world, person, { id: other.id, status: "COMPLETED" });
    const sale = await sellAndPay(world, person, { number: elsewhere });
    await reached(world, person, { id: sale, status: "COMPLETED" });
    expect(provider.book.orders("collection", "disbursement")).toHaveLength(1);

    await startWith(`sandbox,${name}`, provider);
    const later = createdOf(await buy(world, person));
    await reached(world, person, { id: later.id, status: "COMPLETED" });
    const page = `${provider.url}/pay/${order?.id}`;
    expect((await fetch(`${page}/approve`, { method: "POST" })).ok).toBe(true);
    await reached(world, person, { id: begun.id, status: "COMPLETED" });
    expect(provider.book.orders("collection", "disbursement")).toHaveLength(1);
  });
});

/** Tries deploy/runbooks/stop-a-provider.md. */
describe.each(providers)("with %s in place of the sandbox's gateway, by settings", (name) => {
  let provider: ProviderServer;
  let forwarder: Awaited<ReturnType<typeof startCallbackForwarder>>;

  beforeAll(async () => {
    forwarder = await startCallbackForwarder(() => [`${world.publicUrl}/webhooks/${name}`]);
    provider = await simulateProvider(name, { callbackUrl: forwarder.url });
    await startWith(name, provider);
  });

  afterAll(async () => {
    await provider.close();
    await forwarder.close();
  });

  /** Nothing moved that we did not order, nothing twice, and what we say settled has. */
  const expectNothingTwice = async (): Promise<void> => {
    const known = await attemptsOf(world);
    const moved = provider.book
      .orders("collection", "refund", "disbursement")
      .filter(({ state }) => state === "settled");
    const keys = moved.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
    const isSettledHere = ({ key }: ProviderOrder) => known.get(key)?.state === "settled";
    const isForPeople = ({ key }: ProviderOrder) => known.get(key)?.reviewed === true;
    expect(moved.filter((one) => !isSettledHere(one) && !isForPeople(one))).toEqual([]);
  };

  it("a purchase is paid there, on its page where it has one, and ends with the bitcoin", async () => {
    const created = createdOf(await buy(world, person, { number: numberEndingIn("111") }));
    const order = await eventually("it has the order", () =>
      provider.book.orders("collection").find(({ state }) => state === "pending"),
    );
    const page = `${provider.url}/pay/${order?.id}`;
    await eventually("its page is shown, or ours", async () => {
      const { payment_url: url } = await detailOf(world, person, created.id);
      return provider.definition.hasPage ? url === page : url.startsWith(world.publicUrl);
    });
    expect((await fetch(`${page}/approve`, { method: "POST" })).ok).toBe(true);
    await reached(world, person, { id: created.id, status: "COMPLETED" });
    await expectNothingTwice();
  });

  it("a sale pays its francs out there", async () => {
    const id = await sellAndPay(world, person);
    await reached(world, person, { id, status: "COMPLETED" });
    const paidOut = provider.book.orders("disbursement");
    expect(paidOut).toMatchObject([{ state: "settled", amountXof: 10_000n }]);
    await expectNothingTwice();
  });

  it("a callback that comes five times, shuffled, completes a payment once, and a forged one nothing", async () => {
    provider.callbacks.change({ copies: 5, scatterMs: 20 });
    const created = createdOf(await buy(world, person));
    await reached(world, person, { id: created.id, status: "COMPLETED" });
    provider.callbacks.change({ copies: 1, scatterMs: 0 });
    await expectNothingTwice();
  });

  it("three answers in ten are lost behind the act, and nothing moves twice", async () => {
    const random = randomFrom(announcedSeed("which answers are lost"));
    const before = [...(await attemptsOf(world)).values()];
    const begunBefore = before.filter(({ kind }) => kind === "disbursement").length;
    provider.faults.decide((call: ProviderCall) =>
      call !== "floats" && call !== "conditions" && random() < lostShare
        ? { mode: "reset", acts: true }
        : undefined,
    );
    const buys = Array.from({ length: counts.purchases }, () => buy(world, person));
    const sells = Array.from({ length: counts.sales }, () => sellAndPay(world, person));
    for (const made of await Promise.all(buys)) expect(made.status).toBe(201);
    const sold = await Promise.all(sells);
    await eventually("everything has ended or is a person's", async () => {
      const details = await Promise.all(sold.map((id) => detailOf(world, person, id)));
      // A machine that stood still may have let the sats of a sale go before any franc left.
      const toBegin = details.filter(({ status }) => status !== "FAILED").length;
      const rows = [...(await attemptsOf(world)).values()];
      const begun = rows.filter(({ kind }) => kind === "disbursement").length - begunBefore;
      const isOver = ({ state, reviewed }: AttemptRow) =>
        state === "settled" || state === "rejected" || reviewed;
      return begun >= toBegin && rows.every(isOver);
    });
    provider.faults.clear();
    await expectNothingTwice();
  });
});

describe("with the node spoken to as lnd, by settings", () => {
  /** What 10 000 francs buy at the rate of the sandbox. */
  const boughtSats = 16_339n;

  beforeAll(async () => {
    const node = {
      LND_URL: world.sandbox.lndUrl ?? "",
      LND_TLS_CERTIFICATE: pinned.certificate,
      LND_MACAROON: macaroon,
      LND_NETWORK: "regtest",
    };
    for (const [service, rail] of [
      ["payments", "LIGHTNING_RECEIVE_RAIL"],
      ["payouts", "SEND_RAIL"],
    ] as const) {
      await world.programs.stop(service);
      await world.programs.start(service, { [rail]: "lnd", ...node });
    }
  });

  const countOf = (kind: "invoice-captured" | "send-settled") =>
    world.sandbox.journal.ofKind(kind).length;

  it("a sale's satoshis are held there, taken once, and paid out in francs", async () => {
    const before = countOf("invoice-captured");
    const id = await sellAndPay(world, person);
    await reached(world, person, { id, status: "COMPLETED" });
    expect(countOf("invoice-captured")).toBe(before + 1);
    const made = await world.databases.payments.query(
      CompiledQuery.raw("select from attempts where provider = 'lnd' and state = 'settled'"),
    );
    expect(made).toHaveLength(2);
  });

  it("a purchase is paid from there to the invoice of a wallet, once", async () => {
    const before = countOf("send-settled");
    const { invoice } = world.sandbox.node.issueInvoice("ok@sandbox.sanu", boughtSats);
    const { id } = createdOf(await buy(world, person, { receiver: invoice }));
    await reached(world, person, { id, status: "COMPLETED" });
    expect(countOf("send-settled")).toBe(before + 1);
  });
});
