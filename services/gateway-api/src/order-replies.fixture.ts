/** What transactions replies about orders in advance. */
export const standingOrder = {
  id: "0193a000-0000-7000-8000-0000000000a1",
  type: "BUY_BITCOIN",
  amount: 5_000,
  currency_code: "XOF",
  status: "ACTIVE",
  end_reason: null,
  price: null,
  every: "month",
  day: 31,
  time: "09:00",
  receiver_address: "ok@sandbox.sanu",
  number: "+2290161000789",
  provider: null,
  until: null,
  count: 12,
  ordered: 0,
  failures: 0,
  next_at: "2026-11-30T08:00:00.000000Z",
  created_at: "2026-11-21T07:00:00.000001Z",
  occurrences: [],
} as const;

const {
  receiver_address: _receiver,
  number: _number,
  occurrences: _occurrences,
  ...shown
} = standingOrder;
/** The same as the staff sees it. */
export const monitoredOrder = { ...shown, user_id: "0193a000-0000-7000-8000-000000000001" };

export const orderReplies = {
  // The spaces show that the gateway sends these bytes and not others of the same meaning.
  "create-standing-order": { responseJson: '{ "success": true }', replayed: false },
  "get-standing-order": { order: standingOrder },
  "change-standing-order": { order: standingOrder },
  "list-standing-orders": { orders: [standingOrder], nextCursor: null },
  "list-monitored-orders": { rows: [monitoredOrder], nextCursor: "next" },
};
