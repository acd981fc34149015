import type { ConnectorDirection } from "@sanu/contracts";
import type { Xof } from "@sanu/kernel";

/**
 * What the staff says of the providers of mobile money. One setting for the whole system, with one log; for each provider and
 * direction:
 *
 *   nothing said ──change──▶ said ─┐
 *                             ▲    │
 *                             └────┘ change
 *
 * Of whom nothing is said, the setting of who moves the money says all; what is disabled there nobody enables here.
 */
export interface ConnectorTerms {
  /** By `keyOf`. */
  readonly said: Readonly<Record<string, Terms>>;
}

export interface Terms {
  readonly isEnabled: boolean;
  /** By channel. */
  readonly priorities: Readonly<Record<string, number>>;
  readonly amountXofMin: Xof | null;
  readonly amountXofMax: Xof | null;
}

export interface Connector {
  readonly provider: string;
  readonly direction: ConnectorDirection;
}

export const nothingSaid: ConnectorTerms = { said: {} };

export const freeTerms: Terms = {
  isEnabled: true,
  priorities: {},
  amountXofMin: null,
  amountXofMax: null,
};

export function keyOf({ provider, direction }: Connector): string {
  return `${direction} ${provider}`;
}
