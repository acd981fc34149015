import { jsonNumber } from "./amounts/amount-texts.ts";

export interface Order {
  readonly amountXof: bigint;
  /** Of a purchase where the satoshis go; of a sale where they are returned to if need be, which may be left out. */
  readonly receiver?: string;
  /** The wallet that pays, or is paid: `+2290190000789`. */
  readonly number: string;
  /** A wanted channel, as `MTN_OPEN`. */
  readonly provider?: string;
  readonly quoteId?: string;
}

/** The body of `POST /transactions/create`. Throws `RangeError` for an amount that JSON could not carry exactly. */
export function orderBody<Type extends string>(type: Type, order: Order) {
  const { amountXof, receiver, number, provider, quoteId } = order;
  return {
    type,
    amount: jsonNumber(amountXof),
    number,
    ...(receiver !== undefined && { receiver_address: receiver }),
    ...(provider !== undefined && { provider }),
    ...(quoteId !== undefined && { quote_id: quoteId }),
  };
}
