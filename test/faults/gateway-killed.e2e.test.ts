import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { adminUrl, eventually, testNatsUrl } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { createLoad, type Load, personName } from "./load.ts";
import { type FaultSystem, startFaultSystem } from "./system.ts";

let system: FaultSystem;
let load: Load;

beforeAll(async () => {
  system = await startFaultSystem({ databaseUrl: adminUrl(), natsUrl: testNatsUrl() });
});

afterAll(() => system?.stop());

const createdText =
  "select stream_id::text as id from events where event_type = 'TransactionCreated'";

it("gives the same transaction to a client whose first answer died with the gateway", async () => {
  load = createLoad(system);
  const person = await load.signUp();
  const gateway = system.program("gateway-api");
  // The provider is asked and does not answer, so the order is committed and its answer waits for the link.
  system.sandbox.control.addFault({ operation: "payments.create", mode: "hang", acts: true });
  const purchase = load.begin(person, { numberEnding: "789", receiver: "ok@sandbox.sanu" });
  const answered = load.create(purchase);
  const first = await eventually("the order is committed", async () => {
    const rows = await system.databases.transactions.query<{ id: string }>(
      CompiledQuery.raw(createdText),
    );
    return rows[0]?.id;
  });

  await gateway.kill();
  expect(purchase.id).toBeUndefined();
  await gateway.restart();
  await answered;

  expect(purchase.id).toBe(first);
  expect(load.journal.statuses.get("none")).toBeGreaterThan(0);
  await load.create(purchase);
  await load.waitFor(purchase, "COMPLETED", 30_000);
  await system.settled();
  expect(await findFaults(system, load)).toEqual([]);
});

it("makes the checker speak when a log, a view, a journal or a log file was tampered with", async () => {
  const { databases, logsDir, sandbox } = system;
  const run = (service: "transactions" | "payouts", text: string) =>
    databases[service].query(CompiledQuery.raw(text));
  await run(
    "transactions",
    "update events set version = 9 where event_type = 'TransactionCompleted'",
  );
  await run("transactions", "delete from events where event_type = 'TransactionPaid'");
  await run("transactions", "update transaction_list set status = 'PENDING'");
  await run("payouts", "delete from events where event_type = 'PayoutSettled'");
  const [settled] = sandbox.journal.ofKind("send-settled");
  if (settled === undefined) throw new Error("Nothing was paid out");
  sandbox.journal.record(settled);
  appendFileSync(join(logsDir, "payouts.log"), personName);
  load.journal.acknowledgePurchase("purchase-unknown", crypto.randomUUID(), "{}");

  const found = (await findFaults(system, load)).join("\n");
  for (const finding of [
    "completed without money",
    "was paid twice",
    "purchase-0 was paid out 2 times",
    "The books differ",
    "has the versions 1 2 9",
    "went from TransactionPaymentLinked to TransactionCompleted",
    "is COMPLETED in the log, PENDING in the list and COMPLETED in the detail",
    "payouts has 0 facts in its log and 1 in its stream",
    "the log payouts.log shows a name",
    "purchase-unknown was acknowledged and is not there",
  ]) {
    expect(found).toContain(finding);
  }
});
