import { randomUUID } from "node:crypto";
import { newId, plusMs, sats, systemClock, xof } from "@sanu/kernel";
import {
  type CollectionRail,
  createSandboxCollectionRail,
  createSandboxDisburseRail,
  createSandboxReceiveRail,
  createSandboxSendRail,
  createSandboxStatementRail,
  invoiceSecret,
  type Receiver,
  readReceiver,
} from "@sanu/rails";
import { createSandbox, type Fault, type Operation, type Sandbox } from "@sanu/sandbox";
import { stopInOrder } from "../stop-in-order.ts";
import type {
  Breakage,
  BrokenCall,
  CollectionHarness,
  DisburseHarness,
  ReceiveHarness,
  SendHarness,
  StatementHarness,
} from "./harness.ts";
import { createPatience } from "./patience.ts";

const operations: Readonly<Record<BrokenCall, Operation>> = {
  initiate: "payments.create",
  "collection-status": "payments.read",
  refund: "refunds.create",
  "refund-status": "refunds.read",
  "create-invoice": "invoices.create",
  "receive-status": "invoices.read",
  capture: "invoices.capture",
  "cancel-invoice": "invoices.cancel",
  prepare: "lightning.invoice",
  send: "lightning.pay",
  "send-status": "lightning.track",
  disburse: "disbursements.create",
  "disburse-status": "disbursements.read",
  conditions: "channels.read",
  statement: "statements.read",
  floats: "floats.read",
  liquidity: "balances.read",
};

export const faultsOfBreakage: Readonly<Record<Breakage, Pick<Fault, "mode" | "acts">>> = {
  "no-response": { mode: "hang", acts: false },
  "no-response-after-acting": { mode: "hang", acts: true },
  "reset-after-acting": { mode: "reset", acts: true },
  fault: { mode: "http-500", acts: false },
  "fault-after-acting": { mode: "http-500", acts: true },
  busy: { mode: "http-429", acts: false },
  page: { mode: "html", acts: false },
  garbage: { mode: "garbage", acts: false },
  "not-found": { mode: "not-found", acts: false },
};

/** The sandbox connectors, and the sandbox behind them, ready for the conformance checks. */
export interface SandboxHarness {
  /** For a receiver at whom the next call hangs. */
  readonly loseNext: () => void;
  readonly sandbox: Sandbox;
  readonly collection: CollectionHarness;
  readonly receive: ReceiveHarness;
  readonly send: SendHarness;
  readonly disburse: DisburseHarness;
  readonly statement: StatementHarness;
  readonly close: () => Promise<void>;
}

export async function createSandboxHarness(): Promise<SandboxHarness> {
  const callbackSecret = randomUUID();
  const sandbox = await createSandbox({ callbackUrl: null, callbackSecret });
  const patience = createPatience();
  const rails = openRails(patience, { baseUrl: sandbox.url, callbackSecret });
  const unknownChannel = "NOBODYS_WALLET";
  sandbox.journal.record({ kind: "channel-set", channel: unknownChannel, state: "unserved" });
  const switches = switchesOf(sandbox, patience);
  const reverse = (key: string) => void sandbox.reversals.reverse(key);
  return {
    loseNext: () => patience.lose(1, "lost"),
    sandbox,
    collection: {
      ...switches,
      rail: rails.collection,
      newOrder: () => orderOf(xof(5_000n)),
      newRefusedOrder: () => orderOf(xof(0n)),
      ordersCreated: () => sandbox.journal.ofKind("payment-created").length,
      pay: (key) => sandbox.gateway.receive(paymentOf(sandbox, key)),
      decline: (key) => sandbox.gateway.fail(paymentOf(sandbox, key), "declined"),
      reverse,
      bindsRefunds: true,
      shortenRefunds: (byXof) => sandbox.refunds.setDifferenceXof(-byXof),
      refundsMade: () => sandbox.journal.ofKind("refund-settled").length,
    },
    receive: {
      ...switches,
      rail: rails.receive,
      newOrder: () => invoiceOrder(),
      newRefusedOrder: () => ({ ...invoiceOrder().order, amountSats: sats(0n) }),
      pay: (paymentHash) => sandbox.holds.pay(paymentHash),
      invoicesMade: () => sandbox.journal.ofKind("invoice-opened").length,
      capturesMade: () => sandbox.journal.ofKind("invoice-captured").length,
    },
    send: {
      ...switches,
      rail: rails.send,
      newOrder: () => sendOrderTo("somebody@wallet.example"),
      newFailingOrder: () => sendOrderTo("fail@sandbox.sanu"),
      feeLimitSats: sats(100n),
      sendsBegun: () => sandbox.journal.ofKind("send-accepted").length,
    },
    disburse: {
      ...switches,
      rail: rails.disburse,
      newOrder: () => disburseOrderTo("+2290196000001"),
      newRefusedOrder: () => disburseOrderTo("+2290196000503"),
      newFailingOrder: () => disburseOrderTo("+2290196000089"),
      failsAtOnce: true,
      ordersCreated: () => sandbox.journal.ofKind("disbursement-created").length,
      reverse,
      openChannel: "MTN_OPEN",
      unknownChannel,
    },
    statement: {
      ...switches,
      rail: rails.statement,
      account: "collections",
      move: () => collect(sandbox, rails.collection),
    },
    close: () => stopInOrder(...Object.values(rails).map(({ close }) => close), sandbox.close),
  };
}

function openRails(
  patience: ReturnType<typeof createPatience>,
  http: { readonly baseUrl: string; readonly callbackSecret: string },
) {
  const open = <Rail extends { readonly close: () => Promise<void> }>(
    create: (options: typeof http & { readonly callTimeoutMs: number }) => Rail,
  ) => patience.railOf((options) => create({ ...http, ...options }));
  return {
    statement: open(createSandboxStatementRail),
    disburse: open(createSandboxDisburseRail),
    collection: open(createSandboxCollectionRail),
    receive: open(createSandboxReceiveRail),
    send: open(createSandboxSendRail),
  };
}

async function collect(sandbox: Sandbox, rail: CollectionRail) {
  const order = orderOf(xof(5_000n));
  await rail.initiate(order);
  sandbox.gateway.receive(paymentOf(sandbox, order.key));
  return {
    key: order.key,
    kind: "collection",
    currency: "XOF",
    amount: order.amountXof,
  } as const;
}

function switchesOf({ control, refunds }: Sandbox, patience: ReturnType<typeof createPatience>) {
  return {
    breakNext(call: BrokenCall, how: Breakage, times = 1) {
      const { mode, acts } = faultsOfBreakage[how];
      control.addFault({ operation: operations[call], mode, acts, times });
      if (mode === "hang") patience.lose(times, acts ? "lostAfterActing" : "lost");
    },
    heal() {
      control.clearFaults();
      patience.heal();
      refunds.setDifferenceXof(0n);
    },
  };
}

export function orderOf(amountXof: ReturnType<typeof xof>) {
  return {
    key: randomUUID(),
    amountXof,
    payerNumber: "+2290196000001",
    channel: "MTN_OPEN",
    description: "TXN_CONFORMANCE",
  };
}

export function disburseOrderTo(number: string) {
  const amountXof = xof(5_000n);
  const description = "PAYOUT_CONFORMANCE";
  return { key: randomUUID(), amountXof, number, channel: "MTN_OPEN", description };
}

function invoiceOrder() {
  const { preimage, paymentHash } = invoiceSecret(Buffer.alloc(32, 1), newId());
  const expiresAt = plusMs(systemClock.now(), 900_000);
  const amount = { amountSats: sats(8_169n), description: "PAY_CONFORMANCE" };
  return { order: { paymentHash, expiresAt, ...amount }, preimage };
}

function sendOrderTo(text: string) {
  const amounts = { amountSats: sats(8_169n), feeLimitSats: sats(100n) };
  return { key: randomUUID(), destination: receiverOf(text), ...amounts };
}

/** A receiver of any network. Throws where the text is none. */
export function receiverOf(text: string): Receiver {
  const reading = readReceiver(text, "any");
  if (reading.kind === "refused") throw new Error(`Not a receiver: ${reading.code}`);
  return reading.receiver;
}

function paymentOf(sandbox: Sandbox, key: string) {
  const payment = sandbox.payments.findByKey(key);
  if (payment === undefined) throw new Error("The gateway does not know the order");
  return payment;
}
