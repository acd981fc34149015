import { type Sats, sats } from "@sanu/kernel";

const MSAT_PER_SAT = 1_000n;

/** What a payment cost us, in whole satoshis: a part of one counts as one. */
export const satsCosting = (msat: bigint): Sats => sats((msat + MSAT_PER_SAT - 1n) / MSAT_PER_SAT);
/** What moved, in whole satoshis: a part of one is left out. */
export const satsIn = (msat: bigint): Sats => sats(msat / MSAT_PER_SAT);
