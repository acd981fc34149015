import { GetWallet, WalletView } from "@sanu/contracts";
import { defineRoute } from "../define-route.ts";

export const getWallet = defineRoute({
  operationId: "getWallet",
  method: "GET",
  url: "/wallet",
  access: "customers",
  tag: "wallet",
  summary: "Totals of what was completed, saved receivers and numbers",
  success: {
    description: "Totals since the first transaction; the lists in the order they were saved",
    body: { data: WalletView },
  },
  problems: [],
  async handler({ client, principal: { accountId } }) {
    const result = await client.request(GetWallet, { accountId });
    if (result.kind !== "replied") return result;
    return { data: result.data.wallet };
  },
});
