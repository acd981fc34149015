import type { RetryTerms } from "@sanu/attempts";
import type { Clock } from "@sanu/kernel";
import type { Logger, Messaging } from "@sanu/platform";
import type { AcceptedNetwork, SendRail } from "@sanu/rails";
import type { BatchTerms } from "./batch/await-batch.ts";
import type { FeeTerms } from "./fee-limit.ts";
import type { SendRecords } from "./records.ts";
import type { SendSwitch } from "./send-switch.ts";

export interface SendDeps {
  readonly rail: SendRail;
  /** All of them, for what an earlier attempt began elsewhere. */
  readonly rails: readonly SendRail[];
  readonly nodes: SendSwitch;
  readonly network: AcceptedNetwork;
  readonly terms: RetryTerms & FeeTerms & SendTerms;
  readonly records: SendRecords;
  readonly request: Messaging["request"];
  readonly clock: Clock;
  readonly logger: Logger;
}

interface SendTerms {
  /** How long a transaction may wait for its blocks before a person looks. */
  readonly unconfirmedMs: number;
  /** After what a person looks at what nobody knows the end of. */
  readonly unknownMs: number;
  /** How long a send waits for a place of its receiver's before it is refused. */
  readonly placeWaitMs: number;
  /** How long a send waits for an invoice of its receiver's own server before it is refused. */
  readonly invoiceWaitMs: number;
  readonly batch: BatchTerms;
}
