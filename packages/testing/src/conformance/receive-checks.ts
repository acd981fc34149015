import type { InvoiceOrder } from "@sanu/rails";
import { expect } from "vitest";
import type { Breakage, ConformanceCheck, ReceiveHarness } from "./harness.ts";

type Check = ConformanceCheck<ReceiveHarness>;

const silences = ["no-response", "fault", "busy", "page", "garbage"] as const;
const lostResponses = [
  "no-response-after-acting",
  "reset-after-acting",
  "fault-after-acting",
] as const;

/** Every promise of `LightningReceiveRail`. Each connector runs them all. */
export const receiveChecks: readonly Check[] = [
  {
    title: "an invoice is open until somebody pays, and shows the text that was given out",
    async run({ rail, newOrder }) {
      const { order } = newOrder();
      const invoice = await create(rail, order);
      expect(await rail.status(order.paymentHash)).toEqual({ kind: "open", invoice });
    },
  },
  {
    title: "the same invoice again is the same invoice at the node",
    async run({ rail, newOrder, invoicesMade }) {
      if (rail.retryRule !== "resend-same-key") return;
      const { order } = newOrder();
      const before = invoicesMade();
      const first = await create(rail, order);
      expect(await create(rail, order)).toBe(first);
      expect(invoicesMade() - before).toBe(1);
    },
  },
  {
    title: "a definite refusal is rejected",
    async run({ rail, newRefusedOrder }) {
      expect((await rail.createInvoice(newRefusedOrder())).kind).toBe("rejected");
    },
  },
  {
    title: "paid money is held, is not taken by being looked at, and has time left",
    async run(harness) {
      const { rail, capturesMade } = harness;
      const before = capturesMade();
      const { order } = await heldInvoice(harness);
      const status = await rail.status(order.paymentHash);
      expect(status).toMatchObject({ kind: "held", amountSats: order.amountSats });
      if (status.kind === "held") expect(status.blocksLeft).toBeGreaterThan(0);
      expect(capturesMade() - before).toBe(0);
    },
  },
  {
    title: "a capture takes what is held, once, however often it is told to",
    async run(harness) {
      const { rail, capturesMade } = harness;
      const before = capturesMade();
      const { order, preimage } = await heldInvoice(harness);
      expect(await rail.capture(preimage)).toMatchObject({
        kind: "accepted",
        value: { amountSats: order.amountSats },
      });
      if (rail.retryRule === "resend-same-key") {
        expect((await rail.capture(preimage)).kind).toBe("accepted");
      }
      expect((await rail.status(order.paymentHash)).kind).toBe("captured");
      expect(capturesMade() - before).toBe(1);
    },
  },
  {
    title: "money that was let go cannot be captured, nor paid again",
    async run(harness) {
      const { rail, pay, capturesMade } = harness;
      const before = capturesMade();
      const { order, preimage } = await heldInvoice(harness);
      expect((await rail.cancel(order.paymentHash)).kind).toBe("cancelled");
      expect(await rail.capture(preimage)).toEqual({ kind: "rejected", reason: "cancelled" });
      expect(await pay(order.paymentHash)).toBe(false);
      expect((await rail.status(order.paymentHash)).kind).toBe("cancelled");
      expect(capturesMade() - before).toBe(0);
    },
  },
  {
    title: "an unpaid invoice can be closed, and a captured one cannot be undone",
    async run(harness) {
      const { rail, newOrder } = harness;
      const unpaid = newOrder();
      await create(rail, unpaid.order);
      expect((await rail.cancel(unpaid.order.paymentHash)).kind).toBe("cancelled");
      const paid = await heldInvoice(harness);
      await rail.capture(paid.preimage);
      expect((await rail.cancel(paid.order.paymentHash)).kind).toBe("captured");
    },
  },
  {
    title: "a capture of what nobody has paid takes nothing and proves nothing",
    async run({ rail, newOrder, capturesMade }) {
      const { order, preimage } = newOrder();
      const before = capturesMade();
      await create(rail, order);
      expect((await rail.capture(preimage)).kind).toBe("unknown");
      expect(capturesMade() - before).toBe(0);
    },
  },
  {
    title: "an invoice that the node does not know is not found, which is no failure",
    async run({ rail, newOrder, breakNext }) {
      const { order } = newOrder();
      expect((await rail.status(order.paymentHash)).kind).toBe("not-found");
      await create(rail, order);
      breakNext("receive-status", "not-found");
      expect((await rail.status(order.paymentHash)).kind).toBe("not-found");
      expect((await rail.status(order.paymentHash)).kind).toBe("open");
    },
  },
  ...lostResponses.map(lostInvoice),
  ...lostResponses.map(lostCapture),
  ...silences.map(unknownInvoice),
  ...silences.map(unknownStatus),
  ...silences.map(unknownCapture),
  ...silences.map(unknownCancel),
];

function lostInvoice(how: Breakage): Check {
  return {
    title: `an invoice whose answer got lost (${how}) is unknown, and one invoice at the node`,
    async run({ rail, newOrder, invoicesMade, breakNext }) {
      const { order } = newOrder();
      const before = invoicesMade();
      breakNext("create-invoice", how);
      expect((await rail.createInvoice(order)).kind).toBe("unknown");
      expect((await rail.status(order.paymentHash)).kind).toBe("open");
      if (rail.retryRule === "resend-same-key") await create(rail, order);
      expect(invoicesMade() - before).toBe(1);
    },
  };
}

function lostCapture(how: Breakage): Check {
  return {
    title: `a capture whose answer got lost (${how}) is unknown, and one capture at the node`,
    async run(harness) {
      const { rail, capturesMade, breakNext } = harness;
      const { order, preimage } = await heldInvoice(harness);
      const before = capturesMade();
      breakNext("capture", how);
      expect((await rail.capture(preimage)).kind).toBe("unknown");
      expect((await rail.status(order.paymentHash)).kind).toBe("captured");
      expect(capturesMade() - before).toBe(1);
    },
  };
}

function unknownInvoice(how: Breakage): Check {
  return {
    title: `an invoice that is answered with ${how} is unknown, and called once`,
    async run({ rail, newOrder, invoicesMade, breakNext }) {
      const before = invoicesMade();
      breakNext("create-invoice", how);
      expect((await rail.createInvoice(newOrder().order)).kind).toBe("unknown");
      expect(invoicesMade() - before).toBe(0);
    },
  };
}

function unknownStatus(how: Breakage): Check {
  return {
    title: `a status that is answered with ${how} is unknown`,
    async run({ rail, newOrder, breakNext }) {
      const { order } = newOrder();
      await create(rail, order);
      breakNext("receive-status", how);
      expect((await rail.status(order.paymentHash)).kind).toBe("unknown");
    },
  };
}

function unknownCapture(how: Breakage): Check {
  return {
    title: `a capture that is answered with ${how} is unknown, and leaves the money held`,
    async run(harness) {
      const { rail, breakNext } = harness;
      const { order, preimage } = await heldInvoice(harness);
      breakNext("capture", how);
      expect((await rail.capture(preimage)).kind).toBe("unknown");
      expect((await rail.status(order.paymentHash)).kind).toBe("held");
    },
  };
}

function unknownCancel(how: Breakage): Check {
  return {
    title: `a wish to cancel that is answered with ${how} is unknown`,
    async run(harness) {
      const { rail, breakNext } = harness;
      const { order } = await heldInvoice(harness);
      breakNext("cancel-invoice", how);
      expect((await rail.cancel(order.paymentHash)).kind).toBe("unknown");
    },
  };
}

async function heldInvoice({ rail, newOrder, pay }: ReceiveHarness) {
  const made = newOrder();
  await create(rail, made.order);
  expect(await pay(made.order.paymentHash)).toBe(true);
  return made;
}

async function create(rail: ReceiveHarness["rail"], order: InvoiceOrder): Promise<string> {
  const outcome = await rail.createInvoice(order);
  if (outcome.kind !== "accepted") throw new Error(`No invoice was made: ${outcome.kind}`);
  return outcome.value.invoice;
}
