import { linkRecordedSubject, transactionChangedSubject } from "@sanu/contracts";
import {
  createSealing,
  createServiceBase,
  latePart,
  queryBuilder,
  type RunningService,
  retentionPart,
  type ServiceBase,
  type ServiceBaseOverrides,
  soleAdminPart,
  watchdogPart,
} from "@sanu/platform";
import { businessCalendar } from "./calendar/business-calendar.ts";
import { createCaseWatch } from "./case/watch/case-watch.ts";
import { createComparison } from "./comparison/create-comparison.ts";
import { reactionGroupsOf } from "./compose-reactions.ts";
import type { TransactionsConfig } from "./config.ts";
import { createPersons } from "./guards/persons.ts";
import { standingsByIdentity } from "./handlers/transactions-proposals.ts";
import type { OccurrenceDeps } from "./occurrences/deps.ts";
import { createOccurrenceLoop } from "./occurrences/occurrence-loop.ts";
import { listSettled } from "./orders/find-order.ts";
import { createLinkWaiters } from "./orders/link-waiters.ts";
import { createOpenChannels } from "./orders/open-channels.ts";
import type { TransactionsTables } from "./projections/tables.ts";
import { createRates, type Rates } from "./rates/create-rates.ts";
import type { ReactionsDeps } from "./reactions/reactions.ts";
import { requestHandlersOf, requestLimits } from "./requests.ts";
import { retentionRules } from "./retention.ts";
import { type Stores, storesOf } from "./stores.ts";
import { createTreasury, type Treasury } from "./treasury/treasury.ts";
import { watchRules } from "./watchdog.ts";

/** What tests, and programs that run several services in one process, may replace. */
export interface TransactionsOverrides extends ServiceBaseOverrides {
  /** Milliseconds of a clock that cannot be set, by which rates age. */
  readonly monotonicMs?: () => number;
  /** How long a market may take to say its price. */
  readonly marketTimeoutMs?: number;
  /** How often this replica looks at the board of rates, and for due orders. */
  readonly lookMs?: number;
}

/** Makes transactions from its configuration; nothing is connected before `start`. */
export async function compose(
  config: TransactionsConfig,
  overrides: TransactionsOverrides = {},
): Promise<RunningService> {
  const base = createServiceBase("transactions", config, overrides);
  const { database, logger, metrics } = base;
  const { monotonicMs = () => performance.now(), marketTimeoutMs, lookMs } = overrides;
  const rates = createRates(config, { ...base, monotonicMs, marketTimeoutMs, readMs: lookMs });
  const treasury = createTreasury(config.treasury, base);
  const persons = createPersons(config, base);
  const openChannels = createOpenChannels(base);
  const deps = depsOf(base, config, { rates, treasury, guards: { persons, openChannels } });
  const caseWatch = createCaseWatch(config.caseAgesMaxHours, { ...deps, logger, metrics });
  const comparison = createComparison({ ...base, cases: deps.cases, terms: config.comparison });
  const { orders, others } = requestHandlersOf({
    ...config,
    ...deps,
    builder: queryBuilder<TransactionsTables>(database),
    board: rates.board,
    standingsOf: standingsByIdentity(base.messaging),
  });
  base.lifecycle
    .add({ ...rates.updater, name: "rates" })
    .add({ name: "persons", ...persons })
    .add(openChannels)
    .add({ name: "treasury", start: treasury.start, stop: treasury.stop })
    .add(retentionPart({ database, logger, metrics }, retentionRules(config)))
    .add(comparison)
    .add(watchdogPart(base, watchRules(config)))
    .add(soleAdminPart(config.proposals, { ...config, logger }))
    .add({ name: "cases", start: caseWatch.start, stop: caseWatch.stop })
    .add(createOccurrenceLoop({ ...deps, gate: base.gate, logger, metrics, pollMs: lookMs }))
    .add({ name: "waiters", start: deps.waiters.start, stop: deps.waiters.stop })
    .add(latePart("reactions", () => reactionGroupsOf(base, deps)))
    .add(base.serving({ handlers: others }))
    .add(base.serving({ handlers: orders, concurrencyMax: requestLimits.ordersMax }));
  return base.service;
}

type Guards = Pick<OccurrenceDeps, "persons" | "openChannels">;

function depsOf(
  base: ServiceBase,
  config: TransactionsConfig,
  parts: { guards: Guards; rates: Rates; treasury: Treasury },
): OccurrenceDeps & Stores & Pick<ReactionsDeps, "closedMarks" | "sealing"> {
  const { clock, logger, metrics, database, messaging } = base;
  const subject = linkRecordedSubject(config.namespace);
  return {
    ...config,
    database,
    clock,
    logger,
    ...storesOf(base, transactionChangedSubject(config.namespace)),
    prices: parts.rates.prices,
    floats: { ...config.treasury, expectChange: parts.treasury.expectChange },
    ...parts.guards,
    sealing: createSealing("transactions", { publicKey: config.sealingPublicKey, logger }),
    closedMarks: config.treasury.closedMarks,
    waiters: createLinkWaiters({
      logger,
      metrics,
      subscribe: (onSettled) => messaging().subscribeCore(subject, onSettled),
      listSettled: (transactionIds) => listSettled(database, transactionIds),
    }),
    ...businessCalendar(config.timeZone),
    pageUrlOf: (token) => `${config.publicUrl}/pay/${token}`,
    announce: (transactionId) => messaging().publishCore(subject, transactionId),
  };
}
