import { type Instant, newId, systemClock } from "@sanu/kernel";
import type { LightningNetwork } from "@sanu/local-stack";
import { eventually, isLongRun, type Person, signUp, stopInOrder } from "@sanu/testing";
import { afterAll } from "vitest";
import { buy, createdOf, type Detail, detailOf, numberEndingIn } from "../e2e/buy.ts";
import { sell, soldOf } from "../e2e/sell.ts";
import { purchaseSats } from "../faults/load.ts";
import { startSharedSystem } from "../faults/shared-system.ts";
import type { FaultSystem } from "../faults/system.ts";
import { sharedNetwork } from "./network.ts";
import { type NodeProxy, startNodeProxy } from "./node-proxy.ts";
import { newInvoice } from "./payer.ts";
import { type Receivers, startReceivers } from "./receivers.ts";

/** The whole of Sanu on the node alice, which it reaches through a proxy that tests can break. */
export interface NodeWorld {
  readonly network: LightningNetwork;
  readonly system: FaultSystem;
  readonly proxy: NodeProxy;
  /** Lightning addresses that bob is paid for. */
  readonly receivers: Receivers;
  readonly person: Person;
  /** What the node did before is not Sanu's. */
  readonly startedAt: Instant;
  /** Buys bitcoin for so many francs, paid at once; the transaction's id. */
  readonly buy: (receiver: string, amountXof?: number) => Promise<string>;
  /** Buys exactly what an invoice of bob asks for. */
  readonly buyToInvoice: (
    terms?: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly id: string; readonly invoice: string }>;
  readonly sell: () => Promise<{ readonly id: string; readonly invoice: string }>;
  readonly detail: (id: string) => Promise<Detail>;
  readonly expectStatus: (id: string, status: string) => Promise<void>;
}

const purchaseXof = 10_000;
/** What a purchase of so much asks the node to pay. */
export const boughtSats = purchaseSats(BigInt(purchaseXof));
/** No invoice may end before its order does. */
export const windowMs = 20_000;
const withinMs = 60_000;
/** Where many are open on a node that is killed, a new one waits until some have ended. */
const takenWithinMs = isLongRun() ? 1_200_000 : withinMs;
/** With these digits the sandbox collects at once. */
const payer = numberEndingIn("789");

/** On the network that all files share, or on one of its own. */
export async function startNodeWorld(ownNetwork?: LightningNetwork): Promise<NodeWorld> {
  const network = ownNetwork ?? (await sharedNetwork());
  const proxy = await startNodeProxy(network.alice);
  const receivers = await startReceivers(network.bob);
  afterAll(() => stopInOrder(proxy.close, receivers.close));
  const system = await startSystemOn(proxy, network, receivers);
  const startedAt = systemClock.now();
  const { api } = system;
  const person = await signUp(api, system.mail);
  const detail = (id: string) => detailOf(system, person, id);
  const order = async (receiver: string, amount = purchaseXof): Promise<string> => {
    const wanted = { amount, receiver, number: payer, idempotencyKey: newId() };
    // A node that was away has to tell what it holds before anything is promised on it again.
    const takes = async () => {
      const response = await buy(system, person, wanted);
      return response.status === 503 ? undefined : response;
    };
    const taken = await eventually("an order is taken", takes, takenWithinMs, 200);
    return createdOf(taken).id;
  };
  return {
    network,
    system,
    proxy,
    receivers,
    person,
    startedAt,
    buy: order,
    async buyToInvoice(terms) {
      const invoice = await newInvoice(network.bob, boughtSats, terms);
      return { id: await order(invoice), invoice };
    },
    sell: async () => soldOf(system, await sell(system, person)),
    detail,
    async expectStatus(id, status) {
      const has = async () => (await detail(id)).status === status;
      await eventually(`${id} is ${status}`, has, withinMs);
    },
  };
}

function startSystemOn(
  proxy: NodeProxy,
  { alice, macaroons }: LightningNetwork,
  receivers: Receivers,
): Promise<FaultSystem> {
  const node = {
    LND_URL: proxy.url,
    LND_TLS_CERTIFICATE: alice.certificateFile,
    LND_NETWORK: "regtest",
    NODE_STATEMENT_RAIL: "lnd",
  };
  const BITCOIN_NETWORK = "regtest";
  return startSharedSystem({
    settings: {
      transactions: {
        BITCOIN_NETWORK,
        OPEN_TRANSACTIONS_MAX: "100000",
        PAYMENT_WINDOW_MS: String(windowMs),
        INVOICE_MARGIN_MS: "0",
      },
      payments: {
        ...quick,
        ...node,
        LND_MACAROON: macaroons.payments,
        LIGHTNING_RECEIVE_RAIL: "lnd",
        HOLD_CHECKS_MS_MAX: "1000",
      },
      payouts: {
        ...quick,
        ...node,
        LND_MACAROON: macaroons.payouts,
        SEND_RAIL: "lnd",
        LND_CONFIRMATIONS: "0=3",
        CHAIN_BATCH_PAYOUTS_MAX: "3",
        CHAIN_BATCH_WAIT_MS: "2000",
        BITCOIN_NETWORK,
        SEND_ATTEMPTS_MAX: "2",
        SEND_RETRY_PAUSE_MS: "200",
        // All are paid to bob.
        SEND_UNRESOLVED_PER_RECEIVER_MAX: "1000",
        LNURL_LOCALHOST_PORT: String(receivers.port),
        FLOAT_POLL_MS: "1000",
      },
    },
  });
}

/** As in every run with faults; `startFaultSystem` gives them only where nothing else is set. */
const quick = { PROVIDER_TIMEOUT_MS: "4000", ATTEMPT_LEASE_MS: "8000", STATEMENT_POLL_MS: "200" };
