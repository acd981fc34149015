import { randomBytes } from "node:crypto";
import type { Finding } from "../../check/finding.ts";
import type { BitcoinNetwork } from "../network.ts";
import type { NodeCheck } from "../node-connector.ts";
import type { LndAnswer } from "./answer.ts";
import type { LndClient, LndRequest } from "./client.ts";
import { judgeChannels, judgeInfo, judgeRight, judgeSendRight, judgeWallet } from "./judge-node.ts";

/** Asks what moves nothing: each right is tried by a call that the node has to refuse for another reason. */
export function createLndCheck(client: LndClient, network: BitcoinNetwork): NodeCheck {
  const get = (path: string) => client.call({ method: "GET", path });
  return {
    async run() {
      const info = await get("/v1/getinfo");
      const rights: Finding[] = [];
      for (const [right, request] of tries()) {
        rights.push(judgeRight(right, await client.call(request)));
      }
      return [
        ...judgeInfo(info, network),
        ...rights,
        judgeSendRight(await mayItSend(client)),
        ...judgeChannels(await get("/v1/channels")),
        ...judgeWallet(await get("/v1/balance/blockchain")),
      ];
    },
    close: () => client.close(),
  };
}

function tries(): readonly (readonly [right: string, request: LndRequest])[] {
  const nobodys = randomBytes(32);
  const [hash, hex] = [nobodys.toString("base64"), nobodys.toString("hex")];
  return [
    ["LookupInvoice", { method: "GET", path: `/v1/invoice/${hex}` }],
    // Below what any node takes, so none is made.
    ["AddHoldInvoice", post("/v2/invoices/hodl", { hash, value: "1", cltv_expiry: "1" })],
    ["SettleInvoice", post("/v2/invoices/settle", { preimage: hash })],
    ["CancelInvoice", post("/v2/invoices/cancel", { payment_hash: hash })],
    ["ListInvoices", { method: "GET", path: "/v1/invoices?num_max_invoices=1" }],
    ["ForwardingHistory", post("/v1/switch", { num_max_events: 1 })],
    ["GetTransactions", { method: "GET", path: "/v1/transactions?max_transactions=1" }],
  ];
}

const post = (path: string, body: object): LndRequest => ({ method: "POST", path, body });

/** What is no invoice can be paid by nobody. */
async function mayItSend(client: LndClient): Promise<LndAnswer> {
  const body = { payment_request: "x", timeout_seconds: 1 };
  return client.call({ method: "POST", path: "/v2/router/send", body });
}
