import type {
  CollectionOrder,
  CollectionRail,
  SendCommand,
  SendOrder,
  SendRail,
} from "@sanu/rails";

/** A call of a port, as the checks name it. */
export type BrokenCall = "initiate" | "collection-status" | "prepare" | "send" | "send-status";

/** How a provider's next answer goes wrong. `…-after-acting`: the provider did what it was asked. */
export type Breakage =
  | "no-answer"
  | "no-answer-after-acting"
  | "reset-after-acting"
  | "fault"
  | "fault-after-acting"
  | "busy"
  | "page"
  | "garbage"
  | "not-found";

interface ProviderHarness {
  /** Makes the provider's answers to the next `times` calls go wrong. */
  readonly breakNext: (call: BrokenCall, how: Breakage, times?: number) => void;
  /** Forgets breakages that were not used up. */
  readonly heal: () => void;
}

/** What a connector for money in gives to be checked: itself, its provider's switches, and the truth. */
export interface CollectionHarness extends ProviderHarness {
  readonly rail: CollectionRail;
  /** A new order that the provider accepts and nobody pays by itself. */
  readonly newOrder: () => CollectionOrder;
  /** A new order that the provider refuses definitely when it is placed. */
  readonly newRefusedOrder: () => CollectionOrder;
  /** How many orders the provider has taken so far, whatever their keys. */
  readonly ordersTaken: () => number;
  readonly pay: (key: string) => void;
  readonly decline: (key: string) => void;
}

/** What a connector for money out gives to be checked. */
export interface SendHarness extends ProviderHarness {
  readonly rail: SendRail;
  /** A new order that settles at once. */
  readonly newOrder: () => SendOrder;
  /** A new order that can be prepared and is then refused for good. */
  readonly newFailingOrder: () => SendOrder;
  readonly feeLimitSats: SendCommand["feeLimitSats"];
  /** How many sends the provider has begun so far, whatever their keys. */
  readonly sendsBegun: () => number;
}

/** One promise of a port; `run` throws where a connector breaks it. */
export interface ConformanceCheck<Harness> {
  readonly title: string;
  readonly run: (harness: Harness) => Promise<void>;
}
