/** Facts of one run; enough for the relay to work in full batches. */
export const factsPerRun = 20_000;

/** As large as the largest of a purchase, TransactionCreated. */
export const factData = JSON.stringify({
  transactionId: "0b6d3c1e-5a57-4d2a-9d5e-8a4f8f0c1e11",
  reference: "TXN_8C1D2E3F4A5B",
  accountId: "4f8f0c1e-1111-4d2a-9d5e-0b6d3c1e5a57",
  transactionType: "BUY_BITCOIN",
  amountXof: "10000",
  amountSats: "16339",
  rateXofPerBtc: "61200000",
  paymentId: "9d5e8a4f-8f0c-4e11-8b6d-3c1e5a574d2a",
  paymentReference: "PAY_8C1D2E3F4A5B",
  channel: "MTN_OPEN",
  payerHmac: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  receiverKind: "lightning-address",
  receiverHmac: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
  limitMonth: "2026-11",
  expiresAt: "2026-11-21T08:15:00.000000Z",
  createdAt: "2026-11-21T08:00:00.000000Z",
});
