import { createEventStore, type EventStoreOptions, type ServiceBase } from "@sanu/platform";
import { CaseEvent } from "./case/events.ts";
import { publishCase } from "./case/publish.ts";
import { casesOfReviews } from "./case/reviews/cases-of-reviews.ts";
import { ConnectorTermsEvent } from "./connector-terms/events.ts";
import { publishConnectorTerms } from "./connector-terms/publish.ts";
import { CustomerEvent } from "./customer/events.ts";
import { lockKeyOf } from "./guards/lock-key.ts";
import { endWithTransaction } from "./occurrences/end-with-transaction.ts";
import { casesProjection } from "./projections/cases/projection.ts";
import { projections } from "./projections/projections.ts";
import { standingOrderProjections } from "./projections/standing-orders/projection.ts";
import { publish, publishCustomer } from "./publish.ts";
import { StandingOrderEvent } from "./standing-order/events.ts";
import { publishStandingOrder } from "./standing-order/publish.ts";
import { TransactionEvent } from "./transaction/events.ts";

type Log = Pick<
  EventStoreOptions<TransactionEvent>,
  "database" | "gate" | "tracer" | "afterPublicCommit" | "afterCommit"
>;

export type Stores = ReturnType<typeof openStores>;

/** The aggregates of transactions, each with what commits beside its events; made here alone, so that nobody leaves a part out. */
export function openStores({ afterCommit, ...log }: Log) {
  const cases = createEventStore({
    ...log,
    schema: CaseEvent,
    publish: publishCase,
    projections: [casesProjection],
  });
  return {
    cases,
    store: createEventStore({
      ...log,
      schema: TransactionEvent,
      publish,
      projections,
      lockKeyOf,
      beside: endWithTransaction(casesOfReviews(cases)),
      ...(afterCommit && { afterCommit }),
    }),
    connectorTerms: createEventStore({
      ...log,
      schema: ConnectorTermsEvent,
      publish: publishConnectorTerms,
      projections: [],
    }),
    standingOrders: createEventStore({
      ...log,
      schema: StandingOrderEvent,
      publish: publishStandingOrder,
      projections: standingOrderProjections,
    }),
    customers: createEventStore({
      ...log,
      schema: CustomerEvent,
      publish: publishCustomer,
      projections: [],
    }),
  };
}

/** The stores of a running service: what they commit wakes the relay, and whoever follows a transaction. */
export function storesOf(base: ServiceBase, changedSubject: string): Stores {
  return openStores({
    ...base,
    afterPublicCommit: base.wakeRelay,
    // Nobody can follow a transaction before it exists.
    afterCommit: (transactionId, [first]) => {
      if (first?.type === "TransactionCreated") return;
      base.messaging().publishCore(changedSubject, transactionId);
    },
  });
}
