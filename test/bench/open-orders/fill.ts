import { type BenchSystem, numbers, order } from "../system/bench-system.ts";
import type { BenchServers } from "../system/servers.ts";
import { type Copied, copyRows } from "./copies.ts";
import { withoutIndexes } from "./without-indexes.ts";

/** In their databases an open order leaves rows. */
const services = ["transactions", "payments"] as const;

/** So many orders each person has open. */
const perPerson = 4;

/** No relay publishes a copy, and nobody reacts to one. */
const unpublished = { public_type: () => "null", public_data: () => "null" } as const;

const own = (accountId: string, ...tables: readonly string[]): readonly Copied[] =>
  tables.map((table) => ({ table, where: `account_id = '${accountId}'` }));

/** The causes of events are the facts that were handled, and stand before their copies are written. */
const handled: Copied = {
  table: "handled",
  where: "fact_id::text in (select causation_id from events)",
};

function transactionsOf(accountId: string): readonly Copied[] {
  const orders = `(select transaction_id from transaction_list where account_id = '${accountId}')`;
  return [
    handled,
    { table: "events", where: `stream_id in ${orders}`, instead: unpublished },
    ...own(accountId, "transaction_list", "transaction_detail", "transaction_monitoring"),
    {
      table: "transaction_private",
      where: `account_id = '${accountId}'`,
      instead: {
        number: () => "'+22901' || lpad(n::text, 8, '0')",
        page_token: (token) => `lpad(to_hex(n), 8, '0') || '${token.slice(8)}'`,
      },
    },
    { table: "idempotency_keys", where: `scope like '${accountId}%'` },
    { table: "payout_reservations", where: `transaction_id in ${orders}` },
    {
      table: "order_persons",
      where: `transaction_id in ${orders}`,
      instead: {
        subject: (subject) => `'number ' || lpad(n::text, 8, '0') || '${subject.slice(15)}'`,
      },
    },
    ...own(accountId, "open_transactions", "allowances", "transaction_resume", "person_keys"),
  ];
}

function paymentsOf(accountId: string): readonly Copied[] {
  const payments = `(select payment_id from payment_private where account_id = '${accountId}')`;
  return [
    handled,
    { table: "events", where: `stream_id in ${payments}`, instead: unpublished },
    {
      table: "attempts",
      where: `subject_id in ${payments}`,
      // Each is asked about some time later, none while anything is measured.
      instead: { next_at: () => "now() + interval '2 hours' + n * interval '10 ms'" },
    },
    { table: "timers", where: `subject_id in ${payments}` },
    ...own(accountId, "payment_private"),
  ];
}

/** What is promised for the copies is no longer free. */
const promiseText = (accountId: string) => `
select change_float(float_id, -sum(amount)::bigint, 0, 0) from payout_reservations
  join transaction_list using (transaction_id)
where account_id <> '${accountId}' group by float_id`;

/**
 * Has one person order through the API what she never pays, until the provider has been asked about it, and copies all rows that
 * this leaves to so many orders of others. Returns how many are open behind it.
 */
export async function fillWithOpenOrders(
  servers: BenchServers,
  system: BenchSystem,
  orders: number,
): Promise<number> {
  const [person] = system.people;
  if (person === undefined) throw new Error("Nobody signed up");
  for (let number = 0; number < perPerson; number += 1) {
    await order(system.http, person, numbers.usesThePage);
  }
  const urlOf = (service: string) => {
    const url = new URL(servers.postgres.url);
    url.pathname = `/${system.databasePrefix}_${service}`;
    return url.href;
  };
  await untilAsked(servers, urlOf("payments"));
  const copies = orders / perPerson;
  const copyAll = (url: string, rows: readonly Copied[]) =>
    withoutIndexes(
      servers,
      url,
      rows.map(({ table }) => table),
      async () => {
        for (const one of rows) await copyRows(servers, url, { ...one, copies });
      },
    );
  const stopped = services.map((name) => system.system.program(name));
  await Promise.all(stopped.map((program) => program.stop()));
  await Promise.all([
    copyAll(urlOf("transactions"), transactionsOf(person.accountId)),
    copyAll(urlOf("payments"), paymentsOf(person.accountId)),
  ]);
  await servers.administrate(promiseText(person.accountId), urlOf("transactions"));
  await Promise.all(
    services.map((service) => servers.administrate("vacuum analyze", urlOf(service))),
  );
  await Promise.all(stopped.map((program) => program.restart()));
  // What is still to be written of it must not be written while something is measured.
  await servers.administrate("checkpoint");
  return orders + perPerson;
}

/** Until the provider has been asked about each once, and its answer is stored. */
async function untilAsked(servers: BenchServers, url: string): Promise<void> {
  const text = `select count(*) as asked from attempts
    where state = 'accepted' and status_checks > 0 and lease_until is null`;
  for (;;) {
    const [row] = await servers.administrate(text, url);
    if (Number(row?.["asked"]) >= perPerson) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
