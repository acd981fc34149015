import type { Instant, Sats } from "@sanu/kernel";
import type { Receiver } from "../bitcoin/receiver.ts";
import type { CallOutcome, Rejected, Unknown } from "./call-outcome.ts";
import type { LiquidityReading } from "./float-reading.ts";
import type { Rail } from "./rail.ts";

export interface SendOrder {
  readonly key: string;
  readonly destination: Receiver;
  readonly amountSats: Sats;
  /** The most that it may cost, above zero: the fee of a transaction is signed with it. */
  readonly feeLimitSats: Sats;
  /** What an earlier attempt signed and no node took: it has to be spent again, so that only one of them can ever pay. */
  readonly replaces?: SignedSend;
}

/** The order's key under which it was signed, and the outpoints that it spends, `<txid>:<index>`. */
export interface SignedSend {
  readonly key: string;
  readonly spends: readonly string[];
}

/** Stored before `send`, because only its natural key can tell later whether it went out. */
export interface PreparedSend {
  /** `lightning:<payment hash>`, `chain:<txid>` (of a batch `chain:<txid>:<output>`) or the provider's key; unique over all sends that are not rejected. */
  readonly naturalKey: string;
  /** What `send` needs, as text. It names the receiver: keep it only where it can be erased. */
  readonly payload: string;
  /** Of a signed transaction: the outpoints that it spends. */
  readonly spends?: readonly string[];
  /** Who is paid, as far as sends to the same one can be told by it: a hash of the node's key, or of the address. */
  readonly destinationMark?: string;
}

/** `insufficient-balance`: what we hold is not enough; the receiver has nothing to do with it. */
export type SendFailure =
  | "no-route"
  | "insufficient-balance"
  | "refused-by-receiver"
  | "destination-unusable";

export type SendStatus =
  | { readonly kind: "in-flight" }
  | {
      readonly kind: "settled";
      readonly feeSats: Sats;
      readonly settledAt: Instant;
      /** Preimage or txid; null where the rail gives none. */
      readonly proof: string | null;
    }
  | { readonly kind: "failed"; readonly reason: SendFailure }
  | { readonly kind: "not-found" }
  | Unknown;

export interface SendCommand {
  readonly prepared: PreparedSend;
  readonly amountSats: Sats;
  /** In satoshis, above zero. */
  readonly feeLimitSats: Sats;
}

export type SendAccepted = Extract<SendStatus, { readonly kind: "in-flight" | "settled" }>;

export type Preparation = CallOutcome<PreparedSend, SendFailure>;
/** `keys`: because of whom; all of them where nobody can tell. */
export type BatchPreparation =
  | { readonly kind: "accepted"; readonly value: readonly PreparedSend[] }
  | (Rejected<SendFailure> & { readonly keys: readonly string[] })
  | Unknown;
export type SendOutcome = CallOutcome<SendAccepted, SendFailure>;

/** No method throws for what the other side does. `prepare` moves nothing and may be repeated until it is stored. */
export interface SendRail extends Rail {
  readonly prepare: (order: SendOrder) => Promise<Preparation>;
  /** One transaction for orders to different addresses, none of which replaces another; what each has prepared, in their order. */
  readonly prepareBatch?: (orders: readonly SendOrder[]) => Promise<BatchPreparation>;
  readonly send: (command: SendCommand) => Promise<SendOutcome>;
  /**
   * Raises what is paid for a transaction that waits for its block, up to what its order still allows. It stays the same
   * transaction, and repeating this is harmless.
   */
  readonly hasten?: (command: SendCommand) => Promise<CallOutcome<null, never>>;
  /** `payload`: what was prepared, as long as it is kept; it tells this send from an earlier one of the same invoice. */
  readonly status: (naturalKey: string, payload?: string | null) => Promise<SendStatus>;
  /** What each node could send, over Lightning and on chain; asked often, and it promises nothing. */
  readonly liquidity: () => Promise<LiquidityReading>;
}
