import type { PublishingService } from "@sanu/contracts";
import { listParked, replayParked, requestComparison } from "@sanu/platform";
import { asAdmin, eventually, type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buy, createdOf, detailOf } from "./buy.ts";
import { eventTypesAbout } from "./logs.ts";
import { reached, sellAndPay } from "./sell.ts";
import { decideCase, isInReview, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

/** Several polls of every worker: long enough for one that wrongly acts to be seen. */
const watchMs = 1_500;
/** Whoever is connected to a database. */
const endText = "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1";

describe("a service whose database was put back to an earlier moment", () => {
  let world: World;
  let person: Person;

  beforeEach(async () => {
    world = await startSanu({ settings: { LINK_WAIT_MS: "300", FLOAT_REPORT_MS: "3600000" } });
    person = await world.signUp();
  });

  afterEach(() => world.stop());

  const databaseOf = (service: PublishingService) => {
    const url = world.environment[`${service.toUpperCase()}_DATABASE_URL`] ?? "";
    return new URL(url).pathname.slice(1);
  };

  /** Stops a service for work on its database, which nobody else may be connected to meanwhile. */
  const whileStopped = async (
    service: PublishingService,
    work: (client: pg.Client, name: string) => Promise<unknown>,
    settings: Readonly<Record<string, string>> = {},
  ) => {
    const name = databaseOf(service);
    await world.programs.stop(service);
    await asAdmin(async (client) => {
      await client.query(endText, [name]);
      await work(client, name);
    });
    await world.programs.start(service, settings);
  };
  const backUp = (service: PublishingService) =>
    whileStopped(service, (client, name) =>
      client.query(`create database ${name}_backup template ${name} strategy wal_log`),
    );
  const swap = (service: PublishingService, from: string, aside: string) =>
    whileStopped(service, async (client, name) => {
      await client.query(`alter database ${name} rename to ${name}${aside}`);
      await client.query(`alter database ${name}${from} rename to ${name}`);
    });
  const putBack = (service: PublishingService) => swap(service, "_backup", "_newer");
  const putRight = (service: PublishingService) => swap(service, "_newer", "_backup");

  const drop = (service: PublishingService, aside = "_backup") =>
    asAdmin((client) => client.query(`drop database ${databaseOf(service)}${aside} with (force)`));
  const completed = (id: string) =>
    eventually("the purchase is completed", async () => {
      return (await detailOf(world, person, id)).status === "COMPLETED";
    });
  const order = async () => createdOf(await buy(world, person, { amount: 1_000 })).id;
  const sends = () => world.sandbox.journal.ofKind("send-accepted").length;
  const collections = () => world.sandbox.journal.ofKind("payment-created").length;

  const statusOf = async (token: string) =>
    (await world.api.call("GET", "/api/v1/auth/me", { token })).status;

  const expectAlarm = async (service: PublishingService) => {
    // At first it has yet to compare both.
    await eventually("it says why it is not ready", async () => {
      const { isReady, checks } = await world.programs.readiness(service);
      return !isReady && checks["log"]?.includes("ahead of the log") === true;
    });
    const others = (["identity", "transactions", "payments", "payouts"] as const).filter(
      (other) => other !== service,
    );
    for (const other of others) {
      await eventually(`${other} is ready`, async () => {
        return (await world.programs.readiness(other)).isReady;
      });
    }
  };

  it("payouts pays nothing, not even what its old database has as unpaid, until it is put right", async () => {
    world.sandbox.control.addFault({
      operation: "lightning.invoice",
      mode: "http-500",
      times: 100_000,
    });
    const unpaid = await order();
    await eventually("the payout is intended", async () => {
      return (await eventTypesAbout(world, "payouts", unpaid)).includes("PayoutRequested");
    });
    await world.programs.stop("payouts");
    // Due at once, in the copy too: nothing but the closed service keeps it from being paid again.
    await world.databases.payouts.query(
      CompiledQuery.raw(
        "update attempts set next_at = now(), lease_owner = null, lease_until = null",
      ),
    );
    await backUp("payouts");
    world.sandbox.control.clearFaults();
    await completed(unpaid);

    await putBack("payouts");
    await expectAlarm("payouts");
    const later = await order();
    await eventually("the money of a later purchase is in", async () => {
      return (await detailOf(world, person, later)).status === "PROCESSING";
    });
    await pause(watchMs);
    expect(sends()).toBe(1);
    expect(await eventTypesAbout(world, "payouts", later)).toEqual([]);

    await putRight("payouts");
    await completed(later);
    expect(sends()).toBe(2);
    await world.expectBooksToBalance();
    await drop("payouts");
  });

  describe("which told nobody of what it lost", () => {
    const group = "payouts-from-transactions";
    const purchase = { call: "lightning.pay", question: "lightning.track", order } as const;
    const sale = {
      call: "disbursements.create",
      question: "disbursements.read",
      order: () => sellAndPay(world, person),
    } as const;
    const calls = (call: string = purchase.call) =>
      world.sandbox.journal.ofKind("call").filter(({ operation }) => operation === call);
    const parked = () => listParked(world.databases.payouts, { group });
    /** Without a start, at which floats are reported: a report that is lost closes payouts. */
    const backUpRunning = async () => {
      const name = databaseOf("payouts");
      await asAdmin(async (client) => {
        await client.query(`alter database ${name} allow_connections false`);
        await client.query(endText, [name]);
        await client.query(`create database ${name}_backup template ${name} strategy wal_log`);
        await client.query(`alter database ${name} allow_connections true`);
      });
      await eventually("payouts is well again", async () => {
        return (await world.programs.readiness("payouts")).isReady;
      });
    };
    /** Payouts has called the node, or the provider, of which its backup knows nothing; whether that one paid, the caller says. */
    const loseCall = async ({
      acts,
      of = purchase,
      settings = {},
    }: {
      readonly acts: boolean;
      readonly of?: typeof purchase | typeof sale;
      readonly settings?: Readonly<Record<string, string>>;
    }) => {
      await backUpRunning();
      let isCalled = false;
      world.sandbox.control.decideFaults((operation) => {
        isCalled ||= operation === of.call;
        if (operation === of.call) return { mode: "reset", acts };
        const isAsked = isCalled && operation === of.question;
        return isAsked ? { mode: "http-500", acts: false } : undefined;
      });
      const id = await of.order();
      await eventually("the provider is called", () => calls(of.call).length > 0);
      await whileStopped(
        "payouts",
        async (client, name) => {
          await client.query(`alter database ${name} rename to ${name}_newer`);
          await client.query(`alter database ${name}_backup rename to ${name}`);
        },
        settings,
      );
      world.sandbox.control.clearFaults();
      await eventually("what may have been paid is parked", async () => {
        return (await parked()).length === 1;
      });
      expect(await parked()).toMatchObject([{ cause: "deterministic", dueAt: null }]);
      return id;
    };
    const withMinus = { SEND_RAIL: "-sandbox" };
    const saidToBeMaybeSent = async () => {
      const [aggregateId = ""] = (await parked())[0]?.lanes ?? [];
      const maybeSent = { provider: null };
      return replayParked(world.databases.payouts, { group, aggregateId, maybeSent });
    };
    /** Nobody can ask for what no service has named yet; and a backup of a moment ago says that somebody works on it. */
    const compareAgain = async () => {
      const named = "update statement_accounts set claimed_until = null returning account";
      await eventually("payouts has named its accounts", async () => {
        return (await world.databases.payouts.query(CompiledQuery.raw(named))).length > 1;
      });
      await requestComparison(world.databases.payouts, { from: null, graceMs: 0 });
    };
    const replay = async () => {
      const [aggregateId = ""] = (await parked())[0]?.lanes ?? [];
      await replayParked(world.databases.payouts, { group });
      expect(await parked()).toMatchObject([{ dueAt: null }]);
      await replayParked(world.databases.payouts, { group, aggregateId });
    };

    it("payouts pays nobody a second time: people find in the node's statement what became of it", async () => {
      const id = await loseCall({ acts: true, settings: withMinus });
      await pause(watchMs);
      expect(sends()).toBe(1);
      await compareAgain();
      await eventually("the statement tells of what our log lacks", async () => {
        const text = "select from statement_differences where kind = 'missing-at-us'";
        return (await world.databases.payouts.query(CompiledQuery.raw(text))).length > 0;
      });

      await replay();
      const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
      await eventually("people are asked what became of it", async () => {
        await world.databases.payouts.query(
          CompiledQuery.raw(
            "update attempts set created_at = created_at - interval '1 hour', next_at = now() where state = 'open'",
          ),
        );
        return isInReview(world, id);
      });
      const [sent] = world.sandbox.journal.ofKind("send-accepted");
      const amount_satoshi = Number.parseInt(sent?.amountSats ?? "", 10);
      const said = { verdict: "arrived", provider_reference: sent?.sendId, amount_satoshi };
      await decideCase(world, staff, { id, said });
      await completed(id);
      expect([sends(), calls().length]).toEqual([1, 1]);
      await drop("payouts", "_newer");
    });

    it("payouts pays, once people have seen that the node did not", async () => {
      const id = await loseCall({ acts: false, settings: withMinus });
      await whileStopped("payouts", () => Promise.resolve());
      await replay();
      await completed(id);
      expect(sends()).toBe(1);
      await world.expectBooksToBalance();
      await drop("payouts", "_newer");
    });

    it("payouts finds francs that may have been paid at their provider, and pays them no second time", async () => {
      const id = await loseCall({ acts: true, of: sale });
      const made = calls(sale.call).length;
      expect(await saidToBeMaybeSent()).toBe(1);
      await completed(id);
      expect(calls(sale.call)).toHaveLength(made);
      expect(world.sandbox.journal.ofKind("disbursement-created")).toHaveLength(1);
      await eventually("nobody has to look any more", async () => !(await isInReview(world, id)));
      await world.expectBooksToBalance();
      await drop("payouts", "_newer");
    });

    it("payouts pays no sats that may have been sent: people say what became of them, and what never left goes back", async () => {
      const id = await loseCall({ acts: false });
      const made = calls().length;
      expect(await saidToBeMaybeSent()).toBe(1);
      await eventually("people are asked at once", () => isInReview(world, id));
      const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
      await pause(watchMs);
      await decideCase(world, staff, { id, said: { verdict: "never" } });
      await reached(world, person, { id, status: "FAILED" });
      expect([sends(), calls().length]).toEqual([0, made]);
      expect(world.sandbox.journal.ofKind("refund-settled")).toHaveLength(1);
      await world.expectBooksToBalance();
      await drop("payouts", "_newer");
    });
  });

  it("payments asks nobody for money until it is put right", async () => {
    await completed(await order());
    await backUp("payments");
    await completed(await order());

    await putBack("payments");
    await expectAlarm("payments");
    const response = createdOf(await buy(world, person, { amount: 1_000 }));
    expect(response.payment_url).toContain(`${world.publicUrl}/pay/`);
    await pause(watchMs);
    expect(collections()).toBe(2);
    expect((await detailOf(world, person, response.id)).status).toBe("PENDING");

    await putRight("payments");
    await completed(response.id);
    expect(collections()).toBe(3);
    await world.expectBooksToBalance();
    await drop("payments");
  });

  it("identity knows again who was logged out, from the gateways, and whoever was not goes on", async () => {
    const { email, password } = person;
    const body = { email, password };
    const login = await world.api.call("POST", "/api/v1/auth/login", { body });
    const { token } = login.json<{ data: { token: string } }>().data;
    await backUp("identity");
    await eventually("the token is good", async () => (await statusOf(token)) === 200);
    expect((await world.api.call("POST", "/api/v1/auth/logout", { token })).status).toBe(200);

    await putBack("identity");
    await eventually("identity answers", async () => (await statusOf(person.token)) === 200);
    expect(await statusOf(token)).toBe(401);
    const revoked = () =>
      world.databases.identity.query(CompiledQuery.raw("select from revocations", []));
    await eventually("identity knows it again", async () => (await revoked()).length > 0);
    const refresh = await world.api.call("POST", "/api/v1/auth/refresh", { token });
    expect(refresh.status).toBe(401);
    await drop("identity", "_newer");
  });

  it("transactions takes no orders until it is put right", async () => {
    await completed(await order());
    await backUp("transactions");
    const lost = await order();
    await completed(lost);

    await putBack("transactions");
    await expectAlarm("transactions");
    const refused = await buy(world, person);
    expect(refused.status).toBe(503);
    expect(refused.headers["retry-after"]).toBeDefined();
    expect(refused.json()).toMatchObject({ success: false, code: "service-unavailable" });
    expect(collections()).toBe(2);
    // The order exists: to say that it does not would be a read from the past.
    const read = await world.api.call("GET", `/api/v1/transactions/${lost}`, {
      token: person.token,
    });
    expect([read.status, read.headers["retry-after"] !== undefined]).toEqual([503, true]);

    await putRight("transactions");
    await completed(lost);
    await completed(await order());
    await world.expectBooksToBalance();
    await drop("transactions");
  });
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
