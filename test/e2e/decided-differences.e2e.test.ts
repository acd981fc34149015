import { readReconciliation } from "@sanu/platform";
import { compareStatements, eventually, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buy, createdOf } from "./buy.ts";
import { reached } from "./sell.ts";
import { decideCase, logInAsAdmin } from "./staff.ts";
import { startSanu } from "./start-world.ts";

let world: World;

beforeAll(async () => {
  world = await startSanu({ settings: { STATEMENT_POLL_MS: "50" } });
});
afterAll(() => world.stop());

interface ShownCase {
  readonly id: string;
  readonly difference: {
    readonly name: string;
    readonly booked: { readonly amount: string };
    readonly stated: { readonly amount: string } | null;
  };
}

/** Tries deploy/runbooks/statement-differs.md. */
it("what a provider's statement does not say is ended by two of the staff, and what it says wrongly then is another case", async () => {
  const staff = [await logInAsAdmin(world), await logInAsAdmin(world)] as const;
  const person = await world.signUp();
  const { id } = createdOf(await buy(world, person));
  await reached(world, person, { id, status: "COMPLETED" });
  const { payments: database } = world.databases;
  const rows = <Row>(text: string, ...values: readonly unknown[]) =>
    database.query<Row>(CompiledQuery.raw(text, [...values]));
  const compare = () => compareStatements<{ kind: string }>({ database, rows }, "kind");
  const openCase = () =>
    eventually("it is a case", async () => {
      const path = `/api/v1/monitoring/cases?transaction=${id}`;
      const listed = await world.api.call("GET", path, { token: staff[0] });
      return listed.json<{ cases: readonly ShownCase[] }>().cases[0];
    });
  const countsOf = async () => {
    const { differences, decided } = await readReconciliation(database, { rowsMax: 10 });
    return { open: differences.length, decided: decided.map((one) => one.decided.caseId) };
  };
  const [receipt] = await rows<{ name: string }>(
    "select data->>'receiptReference' as name from events where event_type = 'PaymentCompleted'",
  );
  const reference = receipt?.name ?? "";

  world.sandbox.mistakes.add({ kind: "missing", reference });
  expect(await compare()).toEqual([{ kind: "missing-at-provider" }]);
  const missing = await openCase();
  expect(missing.difference).toMatchObject({
    name: reference,
    booked: { amount: "10000" },
    stated: null,
  });
  await decideCase(world, staff, { id, said: { verdict: "close" } });
  await eventually("payments obeys", async () => (await countsOf()).decided.length === 1);
  expect(await compare()).toEqual([]);
  expect(await countsOf()).toEqual({ open: 0, decided: [missing.id] });

  world.sandbox.mistakes.clear();
  world.sandbox.mistakes.add({ kind: "amount", reference, by: 5n });
  expect(await compare()).toEqual([{ kind: "other-amount" }]);
  const other = await openCase();
  expect(other.id).not.toBe(missing.id);
  expect(other.difference).toMatchObject({
    booked: { amount: "10000" },
    stated: { amount: "10005" },
  });
  expect(await countsOf()).toEqual({ open: 1, decided: [] });
});
