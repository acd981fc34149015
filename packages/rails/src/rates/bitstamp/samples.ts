const ticker = {
  timestamp: "1795255200",
  open: "90800",
  high: "91850",
  low: "89950",
  last: "91236",
  volume: "318.44120931",
  vwap: "90901",
  bid: "91231",
  ask: "91239",
  side: "0",
  open_24: "90512",
  percent_change_24: "0.80",
};

export const bitstampSamples = {
  ticker,
  withoutTimestamp: { ...ticker, timestamp: undefined },
  timestampInMs: { ...ticker, timestamp: "1795255200000" },
  crossed: { ...ticker, ask: "91000" },
  notFound: { status: "error", reason: "Not found." },
} as const;
