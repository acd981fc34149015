const ticker = {
  a: ["91240.10000", "1", "1.000"],
  b: ["91230.00000", "3", "3.000"],
  c: ["91235.20000", "0.00067643"],
  v: ["412.87654321", "1023.45678901"],
  p: ["91102.33281", "90877.11043"],
  t: [18423, 40211],
  l: ["90512.00000", "89950.10000"],
  h: ["91611.00000", "91850.00000"],
  o: "90800.00000",
};

export const krakenSamples = {
  ticker: { error: [], result: { XXBTZEUR: ticker } },
  crossed: { error: [], result: { XXBTZEUR: { ...ticker, a: ["91000.0", "1", "1.000"] } } },
  wide: { error: [], result: { XXBTZEUR: { ...ticker, a: ["99230.0", "1", "1.000"] } } },
  withWarning: { error: ["WGeneral:Danger"], result: { XXBTZEUR: ticker } },
  unknownPair: { error: ["EQuery:Unknown asset pair"] },
  maintenance: { error: ["EService:Unavailable"] },
  busy: { error: ["EAPI:Rate limit exceeded"] },
  ofAnotherPair: { error: [], result: { XXBTZUSD: ticker } },
} as const;
