import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { readInvoice } from "../bolt11/invoice.ts";
import { type LndAnswer, readAnswer } from "./answer.ts";
import { answerOf, linesIn, receivingIds, recordedAs } from "./samples/read-samples.fixture.ts";
import * as rows from "./samples/receive-rows.fixture.ts";
import * as translate from "./translate-receive.ts";
import { hexOf } from "./units.ts";

const { readCancel, readCapture, readCreated, readFound, readHeight, readKnown } = translate;
const paymentHash = hexOf("olw+luKETtApiohjoLkRW6sZW4ce4ABI18bt6UqK1jQ=");
const order = { paymentHash, amountSats: sats(2_000n), network: "regtest" } as const;
const { body } = recordedAs("c01-hodl-create").response ?? {};
const invoice = (body as { readonly payment_request: string }).payment_request;

/** A look-up is asked with the hash of the invoice that it brought, or with that of the path. */
const found = (answer: LndAnswer) => {
  const json = answer.kind === "answer" ? (answer.json as { readonly r_hash?: string }) : {};
  return readFound(answer, json.r_hash === undefined ? paymentHash : hexOf(json.r_hash));
};

/** The answer of a sample with some of its fields changed. */
const changed = (id: string, change: object): LndAnswer => {
  const answer = answerOf(id);
  if (answer.kind !== "answer") throw new Error(`${id} is no answer`);
  return { kind: "answer", json: { ...(answer.json as object), ...change } };
};

describe("what a real node answered", () => {
  it.each(rows.createdRows)("to an order of an invoice: %s", (id, reading) => {
    expect(readCreated(answerOf(id), order)).toMatchObject(reading);
  });
  it.each(rows.foundRows)("to a look-up: %s", (id, reading) => {
    expect(found(answerOf(id))).toEqual(reading);
  });
  it.each(rows.captureRows)("to a capture: %s", (id, reading) => {
    expect(readCapture(answerOf(id))).toEqual(reading);
  });
  it.each(rows.cancelRows)("to a wish to cancel: %s", (id, reading) => {
    expect(readCancel(answerOf(id))).toEqual(reading);
  });
  it.each(rows.heightRows)("about itself: %s", (id, reading) => {
    expect(readHeight(answerOf(id))).toEqual(reading);
  });
  it.each(rows.lineRows)("in a stream about one invoice: %s", (id, readings) => {
    expect(linesIn(id).map(found)).toEqual(readings);
  });

  it("is all in these rows, but for what is never asked and what is of statements", () => {
    const ofStatements = receivingIds.filter((id) =>
      recordedAs(id).request?.path.match(/^\/v1\/invoices(?:\?|\/subscribe)/),
    );
    const { createdRows, foundRows, captureRows, cancelRows, heightRows, lineRows } = rows;
    const tables = [createdRows, foundRows, captureRows, cancelRows, heightRows, lineRows];
    const covered = tables.flatMap((table) => table.map(([id]) => id));
    const all = [...covered, ...rows.neverCalled, ...ofStatements].toSorted();
    expect(all).toEqual([...new Set(receivingIds)].toSorted());
  });
});

describe("an invoice that lnd wrote", () => {
  it("is taken with its text when it asks for exactly what was ordered", () => {
    const accepted = { kind: "accepted", value: { invoice } };
    expect(readCreated(answerOf("c01-hodl-create"), order)).toEqual(accepted);
    const known = changed("c04-hodl-open", { payment_request: invoice });
    expect(readKnown(known, order)).toEqual(accepted);
    expect(readInvoice(invoice)).toMatchObject({ amountMsat: 2_000_000n, finalCltvBlocks: 40 });
  });

  it.each([
    ["another amount", { amountSats: sats(2_001n) }],
    ["another hash", { paymentHash: "00".repeat(32) }],
    ["money of another network", { network: "mainnet" }],
  ] as const)("is nobody's yes when it asks for %s", (_what, change) => {
    const other = { ...order, ...change };
    const known = changed("c04-hodl-open", { payment_request: invoice });
    expect(readCreated(answerOf("c01-hodl-create"), other).kind).toBe("unknown");
    expect(readKnown(known, other).kind).toBe("unknown");
  });

  it("that the node said it has and then does not find is unknown", () => {
    expect(readKnown(answerOf("b08-lookup-unknown"), order).kind).toBe("unknown");
  });
});

describe("held money", () => {
  it("has the time of the part that ends first, and was held when the last part came", () => {
    const amt_msat = "1000000";
    const parts = [
      {
        state: "ACCEPTED",
        amt_msat,
        accept_height: 459,
        expiry_height: 570,
        accept_time: "1795366223",
      },
      {
        state: "ACCEPTED",
        amt_msat,
        accept_height: 461,
        expiry_height: 542,
        accept_time: "1795366224",
      },
      {
        state: "CANCELED",
        amt_msat,
        accept_height: 470,
        expiry_height: 500,
        accept_time: "1795366299",
      },
    ];
    expect(found(changed("c14-hodl-accepted", { htlcs: parts }))).toMatchObject({
      expiryHeight: 542,
      heldHeight: 461,
      heldAt: "2026-11-22T16:50:24.000000Z",
    });
  });

  it.each([
    ["without its parts", { htlcs: [] }],
    ["without an amount", { amt_paid_sat: "0" }],
    ["in a word that nobody documented", { state: "RESTING" }],
  ])("%s is unknown", (_what, change) => {
    expect(found(changed("c14-hodl-accepted", change)).kind).toBe("unknown");
  });

  it("is held until no block, and by no node, at a height that no lock time can name", () => {
    const part = {
      state: "ACCEPTED",
      amt_msat: "2000000",
      accept_height: 459,
      accept_time: "1795366223",
    };
    for (const expiry_height of [500_000_000, Number.MAX_SAFE_INTEGER]) {
      const htlcs = [{ ...part, expiry_height }];
      expect(found(changed("c14-hodl-accepted", { htlcs })).kind).toBe("unknown");
      const top = changed("a01-getinfo", { block_height: expiry_height });
      expect(readHeight(top)).toEqual({ kind: "unknown", cause: "unexpected-response" });
    }
  });

  it("of another invoice than was asked for is unknown", () => {
    expect(readFound(answerOf("c14-hodl-accepted"), "00".repeat(32)).kind).toBe("unknown");
  });

  it("is not counted in blocks by a node that does not see the newest ones", () => {
    const behind = changed("a01-getinfo", { synced_to_chain: false });
    expect(readHeight(behind)).toEqual({ kind: "unknown", cause: "node-behind" });
  });
});

describe("money that is captured", () => {
  it.each([
    { settle_date: "0" },
    { amt_paid_sat: "0" },
    { amt_paid_sat: 2_000 },
    { amt_paid_sat: "9999999999999999999" },
  ])("is not believed with %j", (change) => {
    expect(found(changed("c21-hodl-settled", change)).kind).toBe("unknown");
  });
});

describe("what says neither yes nor no to an order", () => {
  isUnknownAfter((given) => readCreated(readAnswer(given), order));
});
describe("what says neither yes nor no to a look-up", () => {
  isUnknownAfter((given) => found(readAnswer(given)));
});
describe("what says nothing of the node", () => {
  isUnknownAfter((given) => readHeight(readAnswer(given)));
});

describe("an invoice that contradicts itself", () => {
  const part = (state: string, amt_msat = "2000000") => ({
    state,
    amt_msat,
    accept_height: 459,
    expiry_height: 570,
    accept_time: "1795366223",
  });

  it.each([
    ["cancelled, and its money is held", "c14-hodl-accepted", { state: "CANCELED" }],
    ["cancelled, and its money is ours", "c21-hodl-settled", { state: "CANCELED" }],
    ["cancelled at a moment of capture", "c28-hodl-canceled", { settle_date: "1795366227" }],
    ["cancelled, and a part is in no word", "c28-hodl-canceled", { htlcs: [part("RESTING")] }],
    ["open, and a part of it is ours", "c04-hodl-open", { htlcs: [part("SETTLED")] }],
    ["open, and all of it is held", "c14-hodl-accepted", { state: "OPEN" }],
    ["held, and its parts are gone", "c14-hodl-accepted", { htlcs: [part("CANCELED")] }],
    ["held, and its parts are ours", "c14-hodl-accepted", { htlcs: [part("SETTLED")] }],
    ["held, and less has come", "c14-hodl-accepted", { htlcs: [part("ACCEPTED", "1999999")] }],
    ["ours, and its parts are gone", "c21-hodl-settled", { htlcs: [part("CANCELED")] }],
    ["ours, and a part is held", "c21-hodl-settled", { htlcs: [part("ACCEPTED")] }],
    ["ours, and nothing has come", "c21-hodl-settled", { htlcs: [] }],
    ["ours with more than came", "c21-hodl-settled", { amt_paid_sat: "2001" }],
  ])("is unknown: %s", (_what, id, change) => {
    const unexpected = { kind: "unknown", cause: "unexpected-response" };
    expect(found(changed(id, change))).toEqual(unexpected);
  });

  it("is none where another payer's part went back, or a part of a satoshi came", () => {
    const htlcs = [part("CANCELED"), part("SETTLED", "1500000"), part("SETTLED", "500999")];
    const amountSats = 2_000n;
    expect(found(changed("c21-hodl-settled", { htlcs }))).toMatchObject({
      kind: "captured",
      amountSats,
    });
  });

  it.each(["", "olw+luKETtApiohjoLkRW6sZW4ce4ABI18bt6UqK1jQ=.5", "olw+luKETtA="])(
    "is unknown with %j in the place of its hash",
    (r_hash) => {
      expect(readFound(changed("c04-hodl-open", { r_hash }), hexOf(r_hash)).kind).toBe("unknown");
    },
  );
});
