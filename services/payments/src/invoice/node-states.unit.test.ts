import { fold, plusMs, sats } from "@sanu/kernel";
import type { ReceiveStatus } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import type { InvoiceCommand, Verdict } from "./commands.ts";
import { invoice } from "./decide.ts";
import type { InvoiceEvent } from "./events.ts";
import { at, order, terms } from "./invoice.fixture.ts";
import { reportOfCapture, reportOfStatus } from "./report.ts";

const requested: InvoiceCommand = { kind: "request", order, at };
const heldWith = (change: object = {}): ReceiveStatus => ({
  kind: "held",
  amountSats: order.amountSats,
  heldAt: at,
  blocksLeft: 80,
  ...change,
});
const open: ReceiveStatus = { kind: "open", invoice: "lnbcrt1" };
const cancelled: ReceiveStatus = { kind: "cancelled" };
const captured = (amountSats = order.amountSats): ReceiveStatus => ({
  kind: "captured",
  amountSats,
  capturedAt: at,
});

/** What the log of a sale says behind what the node said of its invoice, one word after the other. */
function logOf(
  said: readonly ReceiveStatus[],
  { verdict = "yes", now = at }: { readonly verdict?: Verdict; readonly now?: typeof at } = {},
): readonly string[] {
  const events: InvoiceEvent[] = [];
  const apply = (command: InvoiceCommand | undefined) => {
    if (command === undefined) return;
    const decision = invoice.decide(fold(invoice, events), command);
    if (decision.kind === "accepted") events.push(...decision.events);
  };
  apply(requested);
  for (const status of said) {
    const isWanted = events.some(({ type }) => type === "CaptureRequested");
    const report = isWanted
      ? reportOfCapture(status, now)
      : reportOfStatus(status, { verdict, terms, at: now });
    apply(report.command);
  }
  return events
    .slice(1)
    .map((event) =>
      event.type === "PaymentFailed" || event.type === "ReleaseRequested"
        ? `${event.type} ${event.reason}`
        : event.type,
    );
}

const held = ["PaymentInitiated", "InvoiceHeld"];
const wanted = [...held, "CaptureRequested"];
const endOf = (ms: number) => plusMs(order.expiresAt, ms);

describe("what the node says of an invoice, and what becomes of the sale", () => {
  it.each<readonly [what: string, said: readonly ReceiveStatus[], log: readonly string[]]>([
    ["nobody pays, too little comes, or parts of it", [open, open], ["PaymentInitiated"]],
    ["the rest of the parts comes", [open, open, heldWith()], wanted],
    [
      "parts come, and the end before the rest",
      [open, cancelled],
      ["PaymentInitiated", "PaymentFailed expired"],
    ],
    [
      "one sat more",
      [heldWith({ amountSats: sats(order.amountSats + 1n) })],
      [...held, "ReleaseRequested cancelled"],
    ],
    [
      "more than twice as much",
      [heldWith({ amountSats: sats(order.amountSats * 3n) })],
      [...held, "ReleaseRequested cancelled"],
    ],
    [
      "too much, and it is let go",
      [heldWith({ amountSats: sats(99_999n) }), cancelled],
      [...held, "ReleaseRequested cancelled", "PaymentFailed cancelled"],
    ],
    ["20 blocks are left", [heldWith({ blocksLeft: 20 })], wanted],
    ["19 blocks are left", [heldWith({ blocksLeft: 19 })], [...held, "ReleaseRequested expired"]],
    ["no block is left", [heldWith({ blocksLeft: 0 })], [...held, "ReleaseRequested expired"]],
    ["paid at the last moment of the grace", [heldWith({ heldAt: endOf(terms.graceMs) })], wanted],
    [
      "paid behind the end and the grace",
      [heldWith({ heldAt: endOf(terms.graceMs + 1) })],
      [...held, "ReleaseRequested expired"],
    ],
    [
      "cancelled by hand at the node, unpaid",
      [open, cancelled],
      ["PaymentInitiated", "PaymentFailed expired"],
    ],
    [
      "cancelled under our hands, wanted already",
      [heldWith(), cancelled],
      [...wanted, "PaymentFailed expired"],
    ],
    ["wanted, and found open again", [heldWith(), open], wanted],
    ["wanted, and ours", [heldWith(), captured()], [...wanted, "PaymentCompleted"]],
    [
      "captured once, however often it is said",
      [heldWith(), captured(), captured(), captured()],
      [...wanted, "PaymentCompleted"],
    ],
    [
      "captured by somebody else's hand, unseen",
      [captured()],
      ["PaymentInitiated", "PaymentCompleted"],
    ],
    [
      "captured in another amount",
      [captured(sats(1n))],
      ["PaymentInitiated", "PaymentDiscrepancyFound"],
    ],
    ["not found, which proves nothing", [open, { kind: "not-found" }], ["PaymentInitiated"]],
    [
      "nobody knows: the node is behind",
      [open, { kind: "unknown", cause: "node-behind" }],
      ["PaymentInitiated"],
    ],
  ])("%s", (_what, said, log) => {
    const now = said.some((one) => one.kind === "held" && one.heldAt > at)
      ? endOf(terms.graceMs + 1)
      : at;
    expect(logOf(said, { now })).toEqual(log);
  });

  it("held sats wait for the checks, and go back with their no", () => {
    expect(logOf([heldWith()], { verdict: "unanswered" })).toEqual(held);
    expect(logOf([heldWith()], { verdict: "no" })).toEqual([
      ...held,
      "ReleaseRequested payout-unavailable",
    ]);
  });
});
