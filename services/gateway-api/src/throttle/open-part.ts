/**
 * What an operation of everybody is part of that costs no hash and no mail: each gateway counts it by itself, by address.
 * Those that cost more name a `throttle`, which identity counts.
 */
export type OpenPart = "callbacks" | "pages" | "rates" | "documents";

/** How often one address may send what belongs to each part. */
export type OpenQuotas = Readonly<Record<OpenPart, number>>;
