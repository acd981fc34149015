import { drawByShare, typedKeys } from "./draw-by-share.ts";
import type { Ending } from "./ending.ts";

interface Seller {
  /** The last digit of the satoshis, by which `sellers.ts` knows what the seller's wallet does. */
  readonly satsEnding: bigint;
  readonly gives: "the-sats" | "nothing" | "either";
  /** Out of all shares together. */
  readonly share: number;
}

/** No ending is one of the sandbox's own (`invoice-behaviour.ts`), which end in 2, 3, 4 and 9. */
const sellers = {
  "pays at once": { satsEnding: 1n, gives: "the-sats", share: 45 },
  "pays slowly": { satsEnding: 5n, gives: "the-sats", share: 15 },
  "never pays": { satsEnding: 0n, gives: "nothing", share: 10 },
  "pays with too little time": { satsEnding: 6n, gives: "nothing", share: 4 },
  "pays too much": { satsEnding: 7n, gives: "nothing", share: 4 },
  // Whether we take it before the network gives it back is chance.
  "gets it back": { satsEnding: 8n, gives: "either", share: 6 },
} as const satisfies Readonly<Record<string, Seller>>;
export type SellerName = keyof typeof sellers;

interface Wallet {
  /** The last three digits of the number, by which the sandbox knows what becomes of the XOF. */
  readonly numberEnding: string;
  readonly isPaid: boolean;
  readonly share: number;
}

const wallets = {
  "takes XOF at once": { numberEnding: "700", isPaid: true, share: 40 },
  "takes XOF slowly": { numberEnding: "202", isPaid: true, share: 12 },
  "hangs, then takes XOF": { numberEnding: "411", isPaid: true, share: 8 },
  "is lost, then takes XOF": { numberEnding: "404", isPaid: true, share: 8 },
  "is not there": { numberEnding: "089", isPaid: false, share: 10 },
  "is full": { numberEnding: "119", isPaid: false, share: 6 },
  "hangs, then is full": { numberEnding: "412", isPaid: false, share: 6 },
  // The only one that is refused and not taken: where that goes unheard, nothing is definite any more, and a
  // person has to look (docs/rails.md). So it is met where nothing is broken, and not drawn.
  "has a closed channel": { numberEnding: "503", isPaid: false, share: 0 },
} as const satisfies Readonly<Record<string, Wallet>>;
export type WalletName = keyof typeof wallets;

interface Place {
  /** The address; `undefined` where the seller named none. */
  readonly address: string | undefined;
  /** Refunds until the sats are back; where the place takes none, the second is to an invoice. */
  readonly refunds: 1 | 2;
  readonly isInReview: boolean;
  readonly share: number;
}

/** Where sats go back to whose XOF cannot be paid out. */
const places = {
  "gets sats back at once": {
    address: "ok@sandbox.sanu",
    refunds: 1,
    isInReview: false,
    share: 30,
  },
  "gets sats back slowly": {
    address: "slow@sandbox.sanu",
    refunds: 1,
    isInReview: false,
    share: 8,
  },
  "hangs, then has sats": {
    address: "hang-ok@sandbox.sanu",
    refunds: 1,
    isInReview: false,
    share: 8,
  },
  "is lost, then has sats": {
    address: "notfound@sandbox.sanu",
    refunds: 1,
    isInReview: false,
    share: 8,
  },
  "takes no sats": { address: "fail@sandbox.sanu", refunds: 2, isInReview: true, share: 6 },
  "is not named": { address: undefined, refunds: 1, isInReview: true, share: 6 },
} as const satisfies Readonly<Record<string, Place>>;
export type PlaceName = keyof typeof places;

/** What a sale is to run into: in the seller's own wallet, with the XOF, and with sats that have to go back. */
export interface SaleOrder {
  readonly seller: SellerName;
  readonly wallet: WalletName;
  readonly place: PlaceName;
}

const [sellerNames, walletNames, placeNames] = [
  typedKeys(sellers),
  typedKeys(wallets),
  typedKeys(places),
];

/** Draws a sale by the shares. */
export function drawSale(random: () => number): SaleOrder {
  return {
    seller: drawByShare(sellerNames, (name) => sellers[name].share, random),
    wallet: drawByShare(walletNames, (name) => wallets[name].share, random),
    place: drawByShare(placeNames, (name) => places[name].share, random),
  };
}

/** As few sales as meet every seller, every wallet and every place. */
export function everySale(): readonly SaleOrder[] {
  const usual = { seller: "pays at once", place: "gets sats back at once" } as const;
  const refusing = walletNames.filter((name) => !wallets[name].isPaid);
  return [
    ...sellerNames.map((seller) => ({ ...usual, wallet: "takes XOF at once", seller }) as const),
    ...walletNames.map((wallet) => ({ ...usual, wallet })),
    ...placeNames.map((place, index) => {
      return { ...usual, wallet: refusing[index % refusing.length] ?? "is not there", place };
    }),
  ];
}

export function satsEndingOf({ seller }: SaleOrder): bigint {
  return sellers[seller].satsEnding;
}

export function walletEndingOf({ wallet }: SaleOrder): string {
  return wallets[wallet].numberEnding;
}

/** Where sats go back to, as the seller says it; who names no place says the number again, as old clients do. */
export function placeOf({ place }: SaleOrder, number: string): string {
  return places[place].address ?? number;
}

/** The endings that are right for a sale, whatever was killed meanwhile. */
export function endingsOfSale(order: SaleOrder): readonly Ending[] {
  const unpaid: Ending = { status: "FAILED", refunds: [], reviews: [] };
  switch (sellers[order.seller].gives) {
    case "the-sats":
      return [paidEnding(order)];
    case "nothing":
      return [unpaid];
    case "either":
      return [unpaid, paidEnding(order)];
  }
}

function paidEnding({ wallet, place }: SaleOrder): Ending {
  if (wallets[wallet].isPaid) return { status: "COMPLETED", refunds: [], reviews: [] };
  const { refunds, isInReview } = places[place];
  return {
    status: "FAILED",
    refunds: Array.from({ length: refunds }, () => "payout-failed" as const),
    reviews: isInReview ? ["return-address-needed"] : [],
  };
}
