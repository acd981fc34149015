import type { Clock } from "@sanu/kernel";
import { unknownBecause } from "../../../ports/call-outcome.ts";
import type { InvoiceSource } from "../../../ports/invoice-source.ts";
import type { Rail } from "../../../ports/rail.ts";
import type {
  BatchPreparation,
  Preparation,
  SendOrder,
  SendRail,
  SendStatus,
} from "../../../ports/send-rail.ts";
import { readAddress } from "../../address.ts";
import { readChainKey } from "../../chain-key.ts";
import type { BitcoinNetwork } from "../../network.ts";
import type { LndClient } from "../client.ts";
import { prepareBatchTransaction } from "./batch.ts";
import { hasten, prepareTransaction, publish, transactionStatus } from "./chain.ts";
import type { Confirmations } from "./confirmations.ts";
import { pay, paymentStatus, preparePayment } from "./pay.ts";
import { type Payload, readPayload } from "./payload.ts";
import { readLiquidity } from "./translate-liquidity.ts";

export type LndSendOptions = Pick<Rail, "provider" | "retryRule" | "reversibleForMs"> & {
  readonly network: BitcoinNetwork;
  readonly clock: Clock;
  readonly callTimeoutMs: number;
  readonly confirmations: Confirmations;
  readonly targetBlocks: number;
  readonly invoices?: Pick<InvoiceSource, "fetchInvoice"> | undefined;
};

/** Pays over Lightning by payment hash, and on chain by a transaction that is stored before it leaves. */
export function createLndSendRail(client: LndClient, options: LndSendOptions): SendRail {
  const { network, clock, callTimeoutMs, confirmations, targetBlocks, invoices, ...rail } = options;
  const deps = { client, network, clock, callTimeoutMs, confirmations, targetBlocks };
  return {
    ...rail,
    prepare: (order) => prepare(deps, invoices, order),
    prepareBatch: (orders) => prepareBatch(deps, orders),
    async send({ prepared, feeLimitSats }) {
      if (feeLimitSats <= 0n) throw new RangeError("A fee limit of zero allows no route at all");
      const { naturalKey } = prepared;
      const payload = readPayload(prepared.payload);
      return payload.rail === "chain"
        ? publish(deps, payload, { txid: readChainKey(naturalKey).txid, feeLimitSats })
        : pay(deps, payload, { naturalKey, feeLimitSats });
    },
    async hasten({ prepared: { naturalKey, payload: text }, feeLimitSats }) {
      const payload = readPayload(text);
      if (payload.rail !== "chain") return { kind: "accepted", value: null };
      return hasten(deps, payload, { txid: readChainKey(naturalKey).txid, feeLimitSats });
    },
    status: (naturalKey, payload = null) =>
      statusOf(deps, naturalKey, payload === null ? null : readPayload(payload)),
    async liquidity() {
      const read = (path: string) => client.call({ method: "GET", path });
      const [channels, wallet] = await Promise.all([
        read("/v1/channels"),
        read("/v1/balance/blockchain"),
      ]);
      return readLiquidity(channels, wallet);
    },
    close: client.close,
  };
}

type Deps = Parameters<typeof preparePayment>[0] & Parameters<typeof prepareTransaction>[0];

async function prepare(
  deps: Deps,
  invoices: LndSendOptions["invoices"],
  order: SendOrder,
): Promise<Preparation> {
  const { destination, amountSats } = order;
  switch (destination.kind) {
    case "bolt11":
      return preparePayment(deps, order, {
        text: destination.canonical,
        isFetched: false,
        verifyUrl: null,
      });
    case "lightning-address":
    case "lnurl": {
      if (invoices === undefined) return unknownBecause("unreachable");
      const wanted = { destination, amountSats, network: deps.network };
      const issued = await invoices.fetchInvoice(wanted);
      if (issued.kind !== "accepted") return issued;
      return preparePayment(deps, order, {
        text: issued.value.invoice,
        isFetched: true,
        verifyUrl: issued.value.verifyUrl,
      });
    }
    case "onchain": {
      const address = destination.canonical;
      // Never a definite no by the node: it would be on another network than we believe.
      return readAddress(address, deps.network).kind === "refused"
        ? { kind: "rejected", reason: "destination-unusable" }
        : prepareTransaction(deps, { ...order, address });
    }
  }
}

/** Whose address cannot be paid here leaves it; of anybody else there is no address. */
async function prepareBatch(deps: Deps, orders: readonly SendOrder[]): Promise<BatchPreparation> {
  const isUnfit = ({ destination: { kind, canonical } }: SendOrder) =>
    kind !== "onchain" || readAddress(canonical, deps.network).kind === "refused";
  const keys = orders.filter(isUnfit).map(({ key }) => key);
  if (keys.length > 0) return { kind: "rejected", reason: "destination-unusable", keys };
  const chained = orders.map((order) => ({ ...order, address: order.destination.canonical }));
  return prepareBatchTransaction(deps, chained);
}

async function statusOf(
  deps: Deps,
  naturalKey: string,
  payload: Payload | null,
): Promise<SendStatus> {
  return naturalKey.startsWith("chain:")
    ? transactionStatus(deps, naturalKey, payload?.rail === "chain" ? payload : null)
    : paymentStatus(deps, naturalKey, payload?.rail === "lightning" ? payload : null);
}
