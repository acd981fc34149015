import { createHash } from "node:crypto";
import { CreateResponse } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { Deal, Load } from "../load.ts";
import { loadLimits } from "../load.ts";
import type { FaultSystem } from "../system.ts";
import type { EventLogs } from "./read-event-logs.ts";

const limits = { readsAtOnce: 16 } as const;

/**
 * What a client was told and cannot see any more, in the log, under its key and through the API; and what is
 * there and nobody was told of.
 */
export async function findLostResponses(
  system: FaultSystem,
  load: Load,
  logs: EventLogs,
): Promise<readonly string[]> {
  return [
    ...findLostOrders(load, logs),
    ...findLostAccounts(load, logs),
    ...(await findLostKeys(system, load)),
    ...(await findUnseenDetails(load)),
    ...(await findUnseenLines(load)),
  ];
}

function findLostOrders({ journal, deals }: Load, { transactions }: EventLogs): readonly string[] {
  const created = new Map(
    transactions.flatMap(({ type, streamId, data }) =>
      type === "TransactionCreated" ? [[streamId, String(data["amountXof"])] as const] : [],
    ),
  );
  const amounts = new Map(deals.map(({ key, amountXof }) => [key, String(amountXof)]));
  const lost = journal.acknowledged.filter(
    ({ key, transactionId }) =>
      !created.has(transactionId) || created.get(transactionId) !== amounts.get(key),
  );
  const known = new Set(journal.acknowledged.map(({ transactionId }) => transactionId));
  const unacknowledged = [...created.keys()].filter((id) => !known.has(id));
  return [
    ...lost.map(({ key }) => `${key} was acknowledged and is not there`),
    ...unacknowledged.map((id) => `${id} is there and nobody was told`),
  ];
}

function findLostAccounts({ journal, people }: Load, { identity }: EventLogs): readonly string[] {
  const had = (wanted: string) =>
    new Set(identity.filter(({ type }) => type === wanted).map(({ streamId }) => streamId));
  const [registered, activated] = [had("AccountRegistered"), had("AccountActivated")];
  return [
    ...journal.registered
      .filter((id) => !registered.has(id))
      .map((id) => `account ${id} was acknowledged and is not there`),
    ...people
      .filter(({ accountId }) => !activated.has(accountId))
      .map(({ accountId }) => `account ${accountId} was verified and is not active`),
  ];
}

/** Services know the hash of a client's key only. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** Under every key the first answer, byte for byte, and no key beside them. */
async function findLostKeys(
  { databases }: FaultSystem,
  { journal, deals }: Load,
): Promise<readonly string[]> {
  const rows = await databases.transactions.query<{ name: string; response: string | null }>(
    CompiledQuery.raw(
      `select split_part(scope, ' ', 1) || ' ' || key as name, response from idempotency_keys`,
    ),
  );
  const responses = new Map(rows.map(({ name, response }) => [name, response]));
  const owners = new Map(deals.map(({ key, person }) => [key, person.accountId]));
  const wrong = journal.acknowledged.filter(
    ({ key, text }) => responses.get(`${owners.get(key)} ${hashOf(key)}`) !== text,
  );
  return [
    ...wrong.map(({ key }) => `${key} has another answer under its key than the client got`),
    ...(responses.size === journal.acknowledged.length
      ? []
      : [`${responses.size} keys are taken and ${journal.acknowledged.length} were answered`]),
  ];
}

/** Each deal by its id: what was agreed is what was told, for good. */
async function findUnseenDetails(load: Load): Promise<readonly string[]> {
  const texts = new Map(load.journal.acknowledged.map(({ key, text }) => [key, text]));
  return inParallel(load.deals, async (deal) => {
    const text = texts.get(deal.key);
    if (text === undefined) return [];
    const { transaction } = CreateResponse.parse(JSON.parse(text));
    const response = await load.send("GET", `/api/v1/transactions/${transaction.id}`, {
      token: deal.person.token,
    });
    const shown = response.json<{ transaction: Record<string, unknown> }>().transaction;
    const agreed = {
      id: transaction.id,
      reference: transaction.reference,
      type: transaction.type,
      amount_xof: `${transaction.amount} XOF`,
      amount_satoshi: transaction.amount_sats,
      exchange_rate: transaction.exchange_rate,
      receiver_address: transaction.receiver_address,
      created_at: transaction.created_at,
    };
    const wrong = Object.entries(agreed).filter(([field, value]) => shown[field] !== value);
    return wrong.map(([field, value]) => {
      return `${deal.key} was told ${field} ${value} and is shown ${String(shown[field])}`;
    });
  });
}

/** Each person's list, page by page: every deal once, and nobody else's. */
async function findUnseenLines(load: Load): Promise<readonly string[]> {
  const bought = Map.groupBy(load.deals, ({ person }) => person.accountId);
  return inParallel(load.people, async ({ accountId, token }) => {
    const listed = await listIds(load, token);
    const ids = new Set((bought.get(accountId) ?? []).map(({ id }: Deal) => id));
    const seen = new Set(listed);
    return [
      ...(seen.size === listed.length ? [] : [`a list of ${accountId} shows a deal twice`]),
      ...[...ids]
        .filter((id) => id !== undefined && !seen.has(id))
        .map((id) => `${id} is in no list`),
      ...listed.filter((id) => !ids.has(id)).map((id) => `${id} is in another person's list`),
    ];
  });
}

interface ListPage {
  readonly transactions: readonly { readonly id: string }[];
  readonly meta: { readonly next_cursor: string | null };
}

async function listIds({ send }: Load, token: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/transactions?limit=${loadLimits.listRows}${after}`;
    const page = (await send("GET", path, { token })).json<ListPage>();
    ids.push(...page.transactions.map(({ id }) => id));
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return ids;
}

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const left = items.values();
  const found: string[] = [];
  const readAll = async (): Promise<void> => {
    for (const item of left) found.push(...(await work(item)));
  };
  await Promise.all(Array.from({ length: limits.readsAtOnce }, readAll));
  return found;
}
