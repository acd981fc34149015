import type { RatesClient } from "../../clients/rates.ts";
import type { GatewayApp } from "../../plugins/gateway-app.ts";
import { createQuote } from "../quotes/create-quote.ts";
import { changeRates } from "./change-rates.ts";
import { getRates } from "./get-rates.ts";
import { listRates } from "./list-rates.ts";

export function addRateRoutes(api: GatewayApp, rates: RatesClient): void {
  getRates(api, rates);
  listRates(api, rates);
  changeRates(api, rates);
  createQuote(api, rates);
}
