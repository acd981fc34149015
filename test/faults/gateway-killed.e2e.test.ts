import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { findFaults } from "./checker.ts";
import { awaitFinal } from "./find-unfinished.ts";
import { createLoad, type Load } from "./load.ts";
import { startSharedSystem } from "./shared-system.ts";

// As long as a client waits at all, so that the gateway has not answered when it is killed.
const system = await startSharedSystem({ settings: { transactions: { LINK_WAIT_MS: "30000" } } });
let load: Load;

const createdText =
  "select stream_id::text as id from events where event_type = 'TransactionCreated'";

it("gives the same transaction to a client whose first answer died with the gateway", async () => {
  load = createLoad(system);
  const person = await load.signUp();
  const gateway = system.program("gateway-api");
  // The provider is asked and does not answer, so the order is committed and its answer waits for the link.
  system.sandbox.control.addFault({ operation: "payments.create", mode: "hang", acts: true });
  const purchase = load.begin(person, { payer: "pays at once", receiver: "settles at once" });
  const created = load.create(purchase);
  const first = await eventually("the order is committed", async () => {
    const rows = await system.databases.transactions.query<{ id: string }>(
      CompiledQuery.raw(createdText),
    );
    return rows[0]?.id;
  });

  await gateway.kill();
  expect(purchase.id).toBeUndefined();
  await gateway.restart();
  await created;

  expect(purchase.id).toBe(first);
  expect(load.journal.statuses.get("none")).toBeGreaterThan(0);
  await load.create(purchase);
  await awaitFinal(system, load);
  expect(await findFaults(system, load)).toEqual([]);
});
