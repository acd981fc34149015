import { type Instant, plusMs } from "@sanu/kernel";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  StatedKind,
  StatementFailure,
  StatementLine,
  StatementPage,
  StatementQuery,
} from "../../ports/statement-rail.ts";
import { rowOf } from "../../row-of.ts";
import {
  feeOf,
  type Payout,
  PayoutsBody,
  receivedOf,
  successOf,
  type Transaction,
  TransactionsBody,
} from "./resources.ts";

import { payoutStatuses } from "./translate-payout.ts";

export const statementLimits = {
  /** More of them could be longer than the longest answer that is read. */
  perPage: 20,
  /** The lists are by creation: what was made so long before a period can still have moved in it. */
  lookBackMs: 259_200_000,
} as const;

export type StatedList = "transactions" | "payouts";

/** Where a reading goes on. `below`: what is not older was seen on one of the pages before. */
export interface ListCursor {
  readonly list: StatedList;
  readonly page: number;
  readonly below: bigint | null;
}

const cursorShape = /^(transactions|payouts):(\d{1,9}):(\d{1,18})?$/;

/** Null where the text is no cursor of ours. */
export function cursorOf({ account, cursor }: StatementQuery): ListCursor | null {
  if (cursor === null) {
    return { list: account === "collections" ? "transactions" : "payouts", page: 1, below: null };
  }
  const [, list, page, below] = cursorShape.exec(cursor) ?? [];
  if (list !== "transactions" && list !== "payouts") return null;
  return { list, page: Number(page), below: below === undefined ? null : BigInt(below) };
}

type Page = CallOutcome<StatementPage, StatementFailure>;

/** Both lists are newest first: one that is not cannot be read page by page while orders are made. */
export function readStatedPage(
  response: ProviderResponse,
  query: StatementQuery,
  cursor: ListCursor,
): Page {
  const read = itemsOf(response, query.account, cursor);
  if (read === undefined) return unknownResponse(response);
  const { items, meta } = read;
  if (meta.current_page !== cursor.page || !isNewestFirst(items)) {
    return unknownBecause("unexpected-response");
  }
  const { below } = cursor;
  const lines: StatementLine[] = [];
  for (const { id, line } of items) {
    if (below !== null && BigInt(id) >= below) continue;
    if (line === undefined) return unknownBecause("unexpected-response");
    if (line !== null && line.at >= query.from && line.at < query.to) lines.push(line);
  }
  const next = nextOf(items.at(-1), meta, { query, cursor });
  if (next === undefined) return unknownBecause("unexpected-response");
  return { kind: "accepted", value: { lines, next, balances: null } };
}

/** Undefined where it leads back to itself, which would be read for ever, or beyond what was not seen. */
function nextOf(
  oldest: Item | undefined,
  { next_page: page }: { readonly next_page?: number | null | undefined },
  { query, cursor }: { readonly query: StatementQuery; readonly cursor: ListCursor },
): string | null | undefined {
  const isOver = oldest !== undefined && isBeforePeriod(oldest.createdAt, query);
  if (isOver || !page) return otherList(query, cursor);
  if (oldest === undefined || page !== cursor.page + 1) return undefined;
  return `${cursor.list}:${page}:${belowOf(oldest, cursor)}`;
}

/** Where more was ordered meanwhile than stands on a page, all of this one was seen before, and more behind it. */
function belowOf({ id }: Item, { below }: ListCursor): bigint {
  const oldest = BigInt(id);
  return below !== null && below < oldest ? below : oldest;
}

/** `line`: undefined where it says what nobody documented, null where it is another account's. */
interface Item {
  readonly id: string;
  readonly createdAt: Instant;
  readonly line: StatementLine | null | undefined;
}

function itemsOf(response: ProviderResponse, account: string, { list }: ListCursor) {
  if (list === "transactions") {
    const read = successOf(response, TransactionsBody);
    return (
      read && { ...read, items: read.resources.map((one) => itemOf(one, transactionLine(one))) }
    );
  }
  const read = successOf(response, PayoutsBody);
  return (
    read && { ...read, items: read.resources.map((one) => itemOf(one, payoutLine(one, account))) }
  );
}

function itemOf({ id, created_at: createdAt }: Transaction | Payout, line: Item["line"]): Item {
  return { id, createdAt, line };
}

function isNewestFirst(resources: readonly Item[]): boolean {
  return resources.every(({ id }, index) => {
    const before = resources[index - 1];
    return before === undefined || BigInt(before.id) > BigInt(id);
  });
}

function isBeforePeriod(createdAt: Instant, { from }: StatementQuery): boolean {
  return createdAt < plusMs(from, -statementLimits.lookBackMs);
}

/** Refunds are payouts, and stand on the account of what was collected. */
function otherList({ account }: StatementQuery, { list }: ListCursor): string | null {
  return account === "collections" && list === "transactions" ? "payouts:1:" : null;
}

const transactionStates: Readonly<Record<string, StatementLine["state"]>> = {
  pending: "pending",
  approved: "settled",
  transferred: "settled",
  refunded: "reversed",
  approved_partially_refunded: "reversed",
  transferred_partially_refunded: "reversed",
  declined: "failed",
  canceled: "failed",
  expired: "failed",
};

function transactionLine(transaction: Transaction): StatementLine | undefined {
  const { id, amount, amount_transferred: transferred, merchant_reference: key } = transaction;
  const state = rowOf(transactionStates, transaction.status);
  const hasMoved = state === "settled" || state === "reversed";
  const at = hasMoved ? transaction.approved_at : transaction.created_at;
  if (state === undefined || !at) return undefined;
  const fee = hasMoved && transferred && transferred < amount ? amount - transferred : 0n;
  return { ...named(id, key), kind: "collection", amount, fee, state, at };
}

/** What does not bear our mark was ordered by hand; undefined where the mark is none that we make. */
function kindOf({ custom_metadata: mark }: Payout): StatedKind | undefined {
  const { sanu_kind: kind = "transfer-out" } = mark ?? {};
  return kind === "refund" || kind === "disbursement" || kind === "transfer-out" ? kind : undefined;
}

function payoutLine(payout: Payout, account: string): StatementLine | null | undefined {
  const kind = kindOf(payout);
  if (kind === undefined) return undefined;
  if ((kind === "refund") !== (account === "collections")) return null;
  const state = rowOf(payoutStatuses, payout.status);
  const at = state === "settled" ? payout.sent_at : payout.created_at;
  if (state === undefined || !at) return undefined;
  const fee = state === "settled" ? feeOf(payout) : 0n;
  const amount = state === "settled" ? receivedOf(payout) : payout.amount;
  return { ...named(payout.id, payout.merchant_reference), kind, amount, fee, state, at };
}

function named(reference: string, key: string | null | undefined) {
  return { reference, key: key ?? null, currency: "XOF" } as const;
}
