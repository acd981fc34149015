import type { StatementFacts } from "@sanu/contracts";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import { createEventStore, type EventStore } from "../event-store/event-store.ts";
import type { ServiceGate } from "../event-store/gate.ts";
import type { Logger } from "../logger/create-logger.ts";
import { createLoop, type Loop } from "../loop/create-loop.ts";
import type { NextRun } from "../loop/next-run.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { claimDueAccount, nameAccounts, releaseAccount } from "./accounts.ts";
import { BalanceEvent, publishBalance, recordBalance } from "./balance-stated.ts";
import { openDifferences } from "./difference-events.ts";
import { reconciliationLimits } from "./limits.ts";
import { openSql } from "./open-differences.ts";
import type { ReconciliationConfig } from "./reconciliation-settings.ts";
import { type ReconciledAccount, type RunDeps, runReconciliation } from "./run-reconciliation.ts";

export interface ReconciliationOptions {
  readonly database: Database;
  readonly gate: ServiceGate;
  readonly wakeRelay: () => void;
  readonly logger: Pick<Logger, "error" | "warn" | "info">;
  readonly metrics: Pick<Metrics, "loops" | "watch">;
  readonly facts: StatementFacts;
  readonly accounts: readonly ReconciledAccount[];
  readonly config: ReconciliationConfig;
}

type Named = readonly ReconciledAccount[];

/** Compares every account with its statement, each in its turn, for as long as the service runs. */
export function createReconciliation(options: ReconciliationOptions): Loop {
  const { database, gate, logger, metrics, facts, config } = options;
  const log = { database, gate, projections: [], afterPublicCommit: options.wakeRelay };
  const store = openDifferences(options, facts);
  const balances = createEventStore({
    ...log,
    schema: BalanceEvent,
    publish: publishBalance(facts),
  });
  let leaving = false;
  const isLeaving = () => leaving;
  const deps = { database, store, balances, terms: config.terms, isLeaving };
  const gauges = watchAccounts(options);
  let named: Named | undefined;
  const loop = createLoop({
    name: "reconciliation",
    // What matters at a start is whoever waits; the last hour can wait a moment.
    firstRun: "after-pause",
    idleMs: config.pollMs,
    quietIdleMs: config.pollMs * reconciliationLimits.quietPolls,
    logger,
    metrics,
    async work() {
      named ??= await nameAccounts(database, options.accounts);
      await gauges.read(named);
      return workOnOne(options, deps, named);
    },
  });
  const drain = (): void => {
    leaving = true;
    loop.drain();
  };
  return {
    ...loop,
    drain,
    async stop() {
      drain();
      await loop.stop();
    },
  };
}

async function workOnOne(
  { database, gate, logger, config }: ReconciliationOptions,
  deps: RunDeps & { readonly balances: EventStore<BalanceEvent> },
  named: Named,
): Promise<NextRun> {
  // A database that was put back knows less than the provider: all of it would be missing here.
  if (gate.closedReason() !== undefined) return "idle";
  const due = await claimDueAccount(database, named, config.times);
  const account = named.find((one) => one.account === due?.account);
  if (due === undefined || account === undefined) return "idle";
  const result = await runReconciliation(deps, account, due).catch(async (error: unknown) => {
    await releaseAccount(database, due, { error: "failed" }).catch(() => undefined);
    throw error;
  });
  // Whoever works on it now says how it ended.
  if (result.kind === "overtaken") return "at-once";
  const of = { account: account.account };
  if (result.kind === "unread") {
    logger.warn({ ...of, why: result.why }, "a statement could not be compared");
    await releaseAccount(database, due, { error: result.why });
    return "at-once";
  }
  if (result.kind === "compared" && result.balance !== null) {
    const { provider } = account.source;
    await recordBalance(deps, { provider, ...of }, result.balance);
  }
  const unanswered = result.kind === "compared" ? result.unanswered : 0;
  if (unanswered > 0) logger.warn({ ...of, unanswered }, "orders of a statement have no answer");
  const comparedUntil = result.kind === "compared" ? result.period.to : due.comparedUntil;
  const lacks = unanswered > 0 ? "unanswered" : null;
  await releaseAccount(database, due, { comparedUntil: comparedUntil ?? due.now, lacks });
  if (result.kind === "compared" && result.isNew > 0) {
    logger.error({ ...of, differences: result.isNew }, "a statement differs from our books");
  }
  return "at-once";
}

const gaugesText = `
select (select count(*) from statement_differences as one where ${openSql} and not exists (select from statement_accounts as retired where retired.account = one.account
      and retired.retired_at is not null)) as open,
  (select extract(epoch from now() - min(compared_until)) from statement_accounts
    where account = any($1))::float8 as age,
  exists (select from statement_accounts where account = any($1) and compared_until is null) as "hasUncompared"`;

interface Gauges {
  readonly open: bigint;
  readonly age: number | null;
  readonly hasUncompared: boolean;
}

/** Read with every look of the loop: whoever scrapes waits for no database. */
function watchAccounts({ database, metrics }: ReconciliationOptions) {
  let [open, ageSeconds] = [0, 0];
  const startedAt = performance.now();
  metrics.watch(
    "sanu_statement_differences_open",
    "Differences between statements and our books that nobody has resolved or decided.",
    () => open,
  );
  metrics.watch(
    "sanu_statement_compared_age_seconds",
    "Age of the youngest movement of the account that was compared longest ago; of this process, where one never was.",
    () => ageSeconds,
  );
  return {
    async read(accounts: Named) {
      const [row] = await database.query<Gauges>(
        CompiledQuery.raw(gaugesText, [accounts.map(({ account }) => account)]),
      );
      open = Number(row?.open ?? 0n);
      // An account whose statement could never be read has no moment from which it is late but ours.
      const uncomparedSeconds =
        row?.hasUncompared === true ? (performance.now() - startedAt) / 1_000 : 0;
      ageSeconds = Math.max(row?.age ?? 0, uncomparedSeconds);
    },
  };
}
