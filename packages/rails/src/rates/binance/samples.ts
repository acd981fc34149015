const book = {
  symbol: "BTCEUR",
  bidPrice: "91233.01000000",
  bidQty: "0.12034000",
  askPrice: "91237.99000000",
  askQty: "0.05500000",
};

export const binanceSamples = {
  book,
  halted: { ...book, bidPrice: "0.00000000", askPrice: "0.00000000" },
  ofAnotherSymbol: { ...book, symbol: "BTCUSDT" },
  invalidSymbol: { code: -1121, msg: "Invalid symbol." },
  tooManyRequests: { code: -1003, msg: "Too many requests." },
  restrictedLocation: { code: 0, msg: "Service unavailable from a restricted location." },
} as const;
