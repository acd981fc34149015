export type { AddressType } from "./bitcoin/address.ts";
export { type Bolt11Invoice, readInvoice } from "./bitcoin/bolt11/invoice.ts";
export { readChainKey, writeChainKey } from "./bitcoin/chain-key.ts";
export { destinationMark } from "./bitcoin/destination-mark.ts";
export {
  INVOICE_KEY_BYTES_MIN,
  type InvoiceSecret,
  invoiceSecret,
} from "./bitcoin/invoice-secret.ts";
export { captureMarginSetting } from "./bitcoin/lnd/settings.ts";
export { createInvoiceSource } from "./bitcoin/lnurl-pay/client.ts";
export type { AcceptedNetwork, BitcoinNetwork } from "./bitcoin/network.ts";
export { nodeSettings, nodesSetting } from "./bitcoin/node-connectors.ts";
export { type Receiver, type ReceiverReading, readReceiver } from "./bitcoin/receiver.ts";
export type { ReceiverRefusal } from "./bitcoin/refusal.ts";
export { createSandboxSendRail, type SandboxSendOptions } from "./bitcoin/sandbox/client.ts";
export { createSandboxReceiveRail } from "./bitcoin/sandbox-receive/client.ts";
export { checkedProviders, checkProvider } from "./check/check-provider.ts";
export type { Finding } from "./check/finding.ts";
export type { ProviderCheck } from "./check/provider-check.ts";
export type { ChosenConnectors } from "./connectors/chosen.ts";
export { comparedInProduction } from "./connectors/compared.ts";
export {
  createGuardedHttp,
  type GuardedHttp,
  type GuardedHttpOptions,
  guardedHttpLimits,
} from "./guarded-http/client.ts";
export { providerHttpLimits } from "./http/provider-http.ts";
export { channelNamed, channelsOf, UNKNOWN_CHANNEL } from "./mobile-money/channels.ts";
export {
  BY_STATUS,
  connectorSettings,
  providersSetting,
} from "./mobile-money/connectors.ts";
export { type PhoneNumber, type PhoneReading, readPhone } from "./mobile-money/phone.ts";
export {
  createSandboxCollectionRail,
  type SandboxCollectionOptions,
} from "./mobile-money/sandbox/client.ts";
export {
  createSandboxDisburseRail,
  type SandboxDisburseOptions,
} from "./mobile-money/sandbox/disbursement/client.ts";
export * from "./ports/call-outcome.ts";
export * from "./ports/callback.ts";
export * from "./ports/collection-rail.ts";
export * from "./ports/disburse-rail.ts";
export * from "./ports/float-reading.ts";
export * from "./ports/invoice-source.ts";
export * from "./ports/lightning-receive-rail.ts";
export { closeRails, type RailLimits } from "./ports/rail.ts";
export * from "./ports/rate-feed.ts";
export * from "./ports/send-rail.ts";
export * from "./ports/statement-rail.ts";
export { createBinanceFeed } from "./rates/binance/client.ts";
export { createBitstampFeed } from "./rates/bitstamp/client.ts";
export { createCoinbaseFeed } from "./rates/coinbase/client.ts";
export { createKrakenFeed } from "./rates/kraken/client.ts";
export type { RateFeedOptions } from "./rates/market-feed.ts";
export { createSandboxStatementRail } from "./statements/sandbox/client.ts";
export type { StatementSettings } from "./statements/statement-settings.ts";
export { type ConnectorChoice, chooseConnector } from "./switch/choose-connector.ts";
export {
  type ConnectorSwitch,
  createSwitch,
  type SwitchSources,
} from "./switch/create-switch.ts";
export { collectionFailsOver, disbursementFailsOver } from "./switch/fails-over.ts";
export { openConnectors } from "./switch/open-connectors.ts";
