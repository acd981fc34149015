import type { WalletClient } from "../../clients/wallet.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { getWallet } from "./get-wallet.ts";
import { saveNumbers } from "./save-numbers.ts";
import { saveReceivers } from "./save-receivers.ts";

export function addWalletRoutes(api: GatewayApp, wallet: WalletClient): void {
  getWallet(api, wallet);
  saveReceivers(api, wallet);
  saveNumbers(api, wallet);
}
