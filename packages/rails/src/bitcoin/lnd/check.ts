import type { Finding } from "../../check/finding.ts";
import type { BitcoinNetwork } from "../network.ts";
import type { NodeCheck } from "../node-connector.ts";
import type { LndClient } from "./client.ts";
import {
  isAllowed,
  judgeChannels,
  judgeInfo,
  judgeRight,
  judgeService,
  judgeWallet,
} from "./judge-node.ts";
import { makeInvoiceTry, receivingTries, sendingTries, sendTry } from "./rights.ts";

/** Asks what moves nothing. Whose macaroon it is, payments' or payouts', is seen by whether it may send. */
export function createLndCheck(client: LndClient, network: BitcoinNetwork): NodeCheck {
  const get = (path: string) => client.call({ method: "GET", path });
  return {
    async run() {
      const info = await get("/v1/getinfo");
      const maySend = isAllowed(await client.call(sendTry()[1]));
      const mayReceive = isAllowed(await client.call(makeInvoiceTry()[1]));
      const rights: Finding[] = [];
      for (const [right, request] of maySend ? sendingTries() : receivingTries()) {
        rights.push(judgeRight(right, await client.call(request)));
      }
      return [
        ...judgeInfo(info, network),
        judgeService({ maySend, mayReceive }),
        ...rights,
        ...judgeChannels(await get("/v1/channels")),
        ...judgeWallet(await get("/v1/balance/blockchain")),
      ];
    },
    close: () => client.close(),
  };
}
