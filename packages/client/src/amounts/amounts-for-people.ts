export type Language = "fr" | "en";

/** `5 000 XOF` in French, `5,000 XOF` in English, with spaces at which no line breaks. */
export function showXof(amountXof: bigint, language: Language): string {
  return joined(amountXof, language, "XOF");
}

/** `16 339 satoshis` in French, `16,339 satoshis` in English. */
export function showSats(amountSats: bigint, language: Language): string {
  return joined(amountSats, language, amountSats < 2n ? "satoshi" : "satoshis");
}

function joined(amount: bigint, language: Language, unit: string): string {
  return [amount.toLocaleString(language), unit].join("\u00a0");
}
