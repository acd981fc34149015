import type { Money } from "@sanu/contracts";
import { basisPoints, fold } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { transaction } from "../transaction/decide.ts";
import { isTakenBack } from "../transaction/due.ts";
import type { TransactionEvent } from "../transaction/events.ts";
import { example, francs, satoshis } from "../transaction/example-commands.fixture.ts";
import * as happened from "../transaction/example-events.fixture.ts";
import { type Commit, holds, type Life } from "../transaction/lives.fixture.ts";
import {
  createdBareSale,
  createdSale,
  paidBareSale,
  paidSale,
  refundedSats,
} from "../transaction/sale.fixture.ts";
import type { ExistingTransaction, Refund } from "../transaction/state.ts";
import { guardWrites } from "./guard-writes.ts";

const context = {
  floats: {
    expectChange: () => undefined,
    staleAfterMs: () => 1,
    feeShare: basisPoints(200n),
    breaker: { windowMs: 1 },
  },
  recordedAt: example.at,
};

/** The rows of the guards about one transaction. */
interface Rows {
  /** Legs that something of a float is promised for. */
  readonly promised: Set<string>;
  /** Receipts that are open refunds. */
  readonly openRefunds: Set<string>;
  /** Of its month; below zero where it was given back twice. */
  reserved: number;
  used: number;
}

type Effect = (rows: Rows, values: readonly unknown[], state: ExistingTransaction) => void;

const release: Effect = ({ promised }, [, leg]) => promised.delete(String(leg));

/** What the functions and statements do, by a part of their texts. */
const effects: readonly (readonly [string, Effect])[] = [
  ["reserve_refund(", ({ promised }, [, leg]) => promised.add(String(leg))],
  ["release_payout(", release],
  ["settle_payout(", release],
  [
    "end_reservation(",
    (rows, values) => {
      rows.reserved -= 1;
      if (values[3] !== 0n) rows.used += 1;
    },
  ],
  ["insert into open_refunds", ({ openRefunds }, [, receipt]) => openRefunds.add(String(receipt))],
  ["and receipt_id = $2", ({ openRefunds }, [, receipt]) => openRefunds.delete(String(receipt))],
  [
    "and is_of_payout",
    ({ openRefunds }, _values, { orderedReceiptId }) => openRefunds.delete(`${orderedReceiptId}`),
  ],
];

function apply(rows: Rows, { sql, parameters }: Statement, state: ExistingTransaction): void {
  for (const [part, effect] of effects) if (sql.includes(part)) effect(rows, parameters, state);
}

/** Each commit of a life with the rows behind it; the order itself is reserved by its own commit. */
function* rowsOf({ commits }: Life): Generator<Commit & { readonly rows: Rows }> {
  const rows: Rows = {
    promised: new Set(["payout"]),
    openRefunds: new Set(),
    reserved: 1,
    used: 0,
  };
  for (const commit of commits.slice(1)) {
    const { events, state } = commit;
    for (const write of guardWrites(events, state, context)) apply(rows, write, state);
    yield { ...commit, rows };
  }
}

/** What its provider took back is owed to nobody; a refund that is under way can arrive all the same. */
function isToGoBack(state: ExistingTransaction, { state: is, receiptId }: Refund): boolean {
  return is === "requested" || (is !== "settled" && !isTakenBack(state, receiptId));
}

describe("whatever happens to a transaction", () => {
  it("gives its part of the month back or uses it up, once, when it ends and not before", () => {
    expect.hasAssertions();
    holds((life) => {
      for (const { state, rows } of rowsOf(life)) {
        const isCompleted = state.status === "completed";
        const hasEnded = isCompleted || state.status === "failed";
        expect(rows).toMatchObject({ reserved: hasEnded ? 0 : 1, used: isCompleted ? 1 : 0 });
      }
    });
  });

  it("has its payout promised for as long as that can go out, and no longer", () => {
    expect.hasAssertions();
    holds((life) => {
      for (const { state, rows } of rowsOf(life)) {
        const { status, refunds, orderedReceiptId: ordered } = state;
        const goesBack = refunds.some(({ receiptId }) => receiptId === ordered);
        const isHeld = status === "payout-held" && !goesBack;
        const isPromised = status === "pending" || status === "paid" || isHeld;
        expect([status, rows.promised.has("payout")]).toEqual([status, isPromised]);
      }
    });
  });

  it("has nothing promised for satoshis that are owed to nobody any more", () => {
    expect.hasAssertions();
    holds((life) => {
      for (const { state, rows } of rowsOf(life)) {
        for (const refund of state.refunds) {
          const isPromised = rows.promised.has(`refund ${refund.receiptId}`);
          if (isPromised) expect(isToGoBack(state, refund)).toBe(true);
          if (refund.money.currency === "SATS" && refund.state === "requested") {
            expect(isPromised).toBe(true);
          }
        }
      }
    });
  });

  it("has a refund open for as long as it is owed, or somebody is asked whether it is", () => {
    expect.hasAssertions();
    holds((life) => {
      for (const { state, rows } of rowsOf(life)) {
        for (const refund of state.refunds) {
          const isOpen = rows.openRefunds.has(refund.receiptId);
          if (isToGoBack(state, refund)) expect(isOpen).toBe(true);
          else if (state.review.length === 0) expect(isOpen).toBe(false);
        }
      }
    });
  });
});

/** The rows behind a log whose events came one by one. */
function rowsBehind(events: readonly TransactionEvent[]): Rows {
  const commits = events.flatMap((event, place): Commit[] => {
    const state = fold(transaction, events.slice(0, place + 1));
    return state.status === "none" ? [] : [{ events: [event], state }];
  });
  const life = { events, commits, statuses: [], receiptIds: [] };
  return [...rowsOf(life)].at(-1)?.rows ?? expect.fail("No commit");
}

const takenBack = (money: Money): TransactionEvent => ({
  type: "TransactionPaymentReversed",
  v: 1,
  transactionId: example.transactionId,
  receiptId: "receipt-1",
  money,
  reversedAt: example.at,
});
const dueOfPayout = (money: Money) => ({ money, reason: "payout-failed" }) as const;

it("promises no satoshis to a seller whose own never came, once their refund has failed", () => {
  const gone = takenBack(satoshis(17_007n));
  const { payoutFailed, refundFailed } = happened;
  const refund = [createdSale, paidSale, payoutFailed, refundedSats] as const;
  for (const end of [
    [refundFailed(), gone],
    [gone, refundFailed()],
  ]) {
    expect([...rowsBehind([...refund, ...end]).promised]).toEqual([]);
  }
});

it("promises no francs to a seller who gets her satoshis back, though nobody knows where to yet", () => {
  const about = { about: "refund", receiptId: "receipt-1" } as const;
  const refund = dueOfPayout(satoshis(17_007n));
  const asked = happened.reviewed("return-address-needed", "verdict-1", { ...about, refund });
  const held = { ...happened.payoutHeld, payoutId: paidBareSale.payoutId };
  const rows = rowsBehind([createdBareSale, paidBareSale, held, asked]);
  expect([...rows.promised]).toEqual([]);
});

it("leaves no refund open of money that was taken back, once nobody is asked any more whether it is there again", () => {
  const refund = dueOfPayout(francs(10_000n));
  const about = { about: "payment", receiptId: "receipt-1", refund } as const;
  const { created, payoutHeld, failed, reviewed, resolved } = happened;
  const gone = [created, payoutHeld, takenBack(francs(10_000n)), failed];
  const asked = [...gone, reviewed("contradicting-facts", "word-1", about)];
  expect([...rowsBehind(asked).openRefunds]).toEqual(["receipt-1"]);
  expect([...rowsBehind([...asked, resolved("closed")]).openRefunds]).toEqual([]);
});
