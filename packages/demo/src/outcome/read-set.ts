import { createHash } from "node:crypto";
import { openDatabase } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { Plan } from "../plan/plan.ts";
import { databaseUrlOf, type EnvironmentOf } from "../system/settings.ts";

/** An order as the system has it in the end. */
export interface SetOrder {
  readonly email: string;
  readonly type: string;
  readonly amountXof: string;
  readonly amountSats: string;
  readonly rateXofPerBtc: string;
  readonly channel: string;
  readonly status: string;
  readonly failureReason: string | null;
  readonly reviewReason: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

interface Person {
  readonly accountId: string;
  readonly email: string;
  readonly tier: number;
}

const ordersText = `
select account_id as "accountId", transaction_type as type, amount_xof::text as "amountXof",
  amount_sats::text as "amountSats", rate_xof_per_btc::text as "rateXofPerBtc", channel, status,
  failure_reason as "failureReason", review_reason as "reviewReason",
  (extract(epoch from created_at) * 1000)::float8 as "createdMs",
  (extract(epoch from updated_at) * 1000)::float8 as "updatedMs"
from transaction_monitoring`;
const peopleText = `
select account_id as "accountId", email, kyc_tier as tier from accounts join account_contacts using (account_id)`;

/** What a filled system holds, by names that are the same in every run of one seed. */
export interface FilledSet {
  readonly people: readonly Person[];
  readonly orders: readonly SetOrder[];
}

export async function readSet(environmentOf: EnvironmentOf): Promise<FilledSet> {
  const people = await query<Person>("identity", environmentOf, peopleText);
  const orders = await query<SetOrder & { readonly accountId: string }>(
    "transactions",
    environmentOf,
    ordersText,
  );
  const emails = new Map(people.map(({ accountId, email }) => [accountId, email]));
  return {
    people,
    orders: orders.map(({ accountId, ...order }) => ({
      ...order,
      email: emails.get(accountId) ?? "nobody",
    })),
  };
}

async function query<Row>(
  service: "identity" | "transactions",
  environmentOf: EnvironmentOf,
  text: string,
): Promise<readonly Row[]> {
  const url = databaseUrlOf(service, environmentOf);
  const database = openDatabase({ url, poolMax: 1, applicationName: "sanu-demo" });
  try {
    return await database.query<Row>(CompiledQuery.raw(text));
  } finally {
    await database.close();
  }
}

/**
 * A hash of people, orders, amounts, rates, outcomes and the step of the plan in which each came about: the same for the
 * same plan. Ids are others every time, and within a step the clock runs on as quick as the machine is.
 */
export function digestOf({ people, orders }: FilledSet, plan: Plan): string {
  const moments = plan.steps.map(({ atMs }) => atMs);
  const lines = orders.map(({ createdMs, updatedMs, ...order }) =>
    JSON.stringify([order, stepAt(moments, createdMs), stepAt(moments, updatedMs)]),
  );
  const persons = people.map(({ email, tier }) => JSON.stringify([email, tier]));
  const text = [...persons.toSorted(), ...lines.toSorted()].join("\n");
  return createHash("sha256").update(text).digest("hex");
}

/** The last step that had begun by a moment. */
function stepAt(moments: readonly number[], atMs: number): number {
  return moments.findLastIndex((moment) => moment <= atMs);
}
