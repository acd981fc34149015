export type ReceiverRefusal =
  | "unknown-form"
  | "bad-checksum"
  | "wrong-network"
  | "unsupported-address"
  | "invalid-invoice"
  | "invoice-below-one-sat"
  | "invalid-uri";

export interface Refused {
  readonly kind: "refused";
  readonly code: ReceiverRefusal;
}

export function receiverRefused(code: ReceiverRefusal): Refused {
  return { kind: "refused", code };
}
