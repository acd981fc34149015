import { eraseAgain } from "@sanu/cli";
import { eventually, type Person } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect, it, vi } from "vitest";
import { buy, createdOf, detailOf } from "./buy.ts";
import { erase } from "./erase.ts";
import { hireAdmin, type WaitingProposal } from "./staff.ts";
import { startSharedSanu } from "./start-world.ts";

const world = await startSharedSanu();
const services = ["identity", "transactions", "payments"] as const;
/** What `pg_dump --table` takes out of a copy of before, in an order in which it can be loaded. */
const tables = [
  ["identity", "account_contacts"],
  ["identity", "credentials"],
  ["transactions", "transaction_private"],
  ["transactions", "person_keys"],
  ["payments", "payment_private"],
] as const;

const run = (service: (typeof services)[number], text: string, ...values: unknown[]) =>
  world.databases[service].query(CompiledQuery.raw(text, values));
const rowsOf = async ({ accountId }: Pick<Person, "accountId">) => {
  const counts = tables.map(async ([service, table]) => {
    return (await run(service, `select from ${table} where account_id = $1`, accountId)).length;
  });
  return Promise.all(counts);
};
const bought = async (person: Person) => {
  const { id } = createdOf(await buy(world, person, { amount: 1_000 }));
  await eventually("the purchase is completed", async () => {
    return (await detailOf(world, person, id)).status === "COMPLETED";
  });
};

/** Tries deploy/runbooks/restore-database.md and personal-data.md. */
it("people who were erased and came back with rows of a backup are erased again, and nobody else", async () => {
  const [erased, stays] = [await world.signUp(), await world.signUp()];
  await Promise.all([bought(erased), bought(stays)]);
  await world.settled();
  for (const [service, table] of tables) {
    await run(service, `create table copy_of_${table} as select * from ${table}`);
  }
  expect((await erase(world, erased)).status).toBe(200);
  await world.settled();
  for (const [service, table] of tables) {
    const missing = `insert into ${table} select * from copy_of_${table} on conflict do nothing`;
    await run(service, missing);
    await run(service, `drop table copy_of_${table}`);
  }
  expect(await rowsOf(erased)).toEqual([1, 1, 1, 1, 1]);

  // Two of the staff cannot: her account is erased, and they are told so.
  const [one, other] = [await hireAdmin(world), await hireAdmin(world)];
  const path = `/api/v1/users/${erased.accountId}/erase`;
  const body = { reason: "a backup" };
  const proposed = await world.api.call("POST", path, { token: one.token, body });
  const { proposal } = proposed.json<{ data: { proposal: WaitingProposal } }>().data;
  const approved = await world.api.call("POST", `/api/v1/approvals/${proposal.id}/approve`, {
    token: other.token,
    body: { content_sha256: proposal.content_sha256, reason: "read" },
  });
  expect([approved.status, approved.json()]).toMatchObject([404, { success: false }]);

  for (const service of services) {
    const name = `${service.toUpperCase()}_DATABASE_URL`;
    vi.stubEnv(name, world.environment[name]);
  }
  const all = services.map((service) => ({ service, erased: 1, waiting: [] }));
  for (const _twice of [1, 2]) expect(await eraseAgain()).toEqual(all);
  expect(await rowsOf(erased)).toEqual([0, 0, 0, 0, 0]);
  expect(await rowsOf(stays)).toEqual([1, 1, 1, 1, 1]);

  // Who has not handled the erasure itself has not sealed what the law keeps.
  await run(
    "transactions",
    "delete from handled where reaction = 'transactions.when-account-erased'",
  );
  const [, later] = await eraseAgain();
  expect(later).toEqual({ service: "transactions", erased: 0, waiting: [erased.accountId] });
  vi.unstubAllEnvs();
});
