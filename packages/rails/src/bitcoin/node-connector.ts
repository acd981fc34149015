import type { Finding } from "../check/finding.ts";
import type { ConnectorPort } from "../mobile-money/connector.ts";
import type { LightningReceiveRail } from "../ports/lightning-receive-rail.ts";
import type { SendRail } from "../ports/send-rail.ts";
import type { StatementRail } from "../ports/statement-rail.ts";

/** What an operator wants to know of a node before he trusts it; it asks, and moves nothing. */
export interface NodeCheck {
  readonly run: () => Promise<readonly Finding[]>;
  readonly close: () => Promise<void>;
}

/** A kind of node that moves bitcoin. A port that it cannot serve is null. */
export interface NodeConnector {
  /** The first word of its name in the settings: `lnd` of `lnd` and of `lnd-alice`. */
  readonly provider: string;
  readonly receive: ConnectorPort<LightningReceiveRail> | null;
  readonly send: ConnectorPort<SendRail> | null;
  readonly statement: ConnectorPort<StatementRail> | null;
  readonly check: ConnectorPort<NodeCheck> | null;
}
