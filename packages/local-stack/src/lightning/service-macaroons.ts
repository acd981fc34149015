import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LightningNode } from "./lightning-node.ts";

/** The calls of lnd that each service makes, as `docs/providers/lnd.md` has an operator bake them. */
export const nodeRights = {
  payments: [
    "/lnrpc.Lightning/GetInfo",
    "/lnrpc.Lightning/LookupInvoice",
    "/lnrpc.Lightning/ListInvoices",
    "/invoicesrpc.Invoices/AddHoldInvoice",
    "/invoicesrpc.Invoices/SettleInvoice",
    "/invoicesrpc.Invoices/CancelInvoice",
    "/lnrpc.Lightning/SubscribeInvoices",
    "/lnrpc.Lightning/ForwardingHistory",
    "/lnrpc.Lightning/GetTransactions",
    "/lnrpc.Lightning/WalletBalance",
    "/lnrpc.Lightning/ListChannels",
  ],
  payouts: [
    "/routerrpc.Router/SendPaymentV2",
    "/routerrpc.Router/TrackPaymentV2",
    "/lnrpc.Lightning/ListPayments",
    "/walletrpc.WalletKit/EstimateFee",
    "/walletrpc.WalletKit/FundPsbt",
    "/walletrpc.WalletKit/FinalizePsbt",
    "/walletrpc.WalletKit/ListLeases",
    "/walletrpc.WalletKit/ReleaseOutput",
    "/walletrpc.WalletKit/PublishTransaction",
    "/walletrpc.WalletKit/GetTransaction",
    "/walletrpc.WalletKit/BumpFee",
    "/lnrpc.Lightning/GetInfo",
    "/lnrpc.Lightning/GetTransactions",
    "/lnrpc.Lightning/ListChannels",
    "/lnrpc.Lightning/WalletBalance",
  ],
} as const;

/** The files of the macaroons of Sanu's services: none of them has a right that its service does not use. */
export type ServiceMacaroons = Readonly<Record<keyof typeof nodeRights, string>>;

/** Has the node bake them, each into a file beside its folder. */
export async function bakeServiceMacaroons(
  node: Pick<LightningNode, "call">,
  folder: string,
): Promise<ServiceMacaroons> {
  const bake = async (service: keyof typeof nodeRights): Promise<string> => {
    const permissions = nodeRights[service].map((action) => ({ entity: "uri", action }));
    const { macaroon } = await node.call<{ readonly macaroon: string }>("POST", "/v1/macaroon", {
      permissions,
    });
    const file = join(folder, `${service}.macaroon`);
    writeFileSync(file, Buffer.from(macaroon, "hex"), { mode: 0o600 });
    return file;
  };
  return { payments: await bake("payments"), payouts: await bake("payouts") };
}
