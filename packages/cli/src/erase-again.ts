import type { PublishingService } from "@sanu/contracts";
import { erasurePlan as identity } from "@sanu/identity";
import type { AccountId } from "@sanu/kernel";
import { erasurePlan as payments } from "@sanu/payments";
import {
  audited,
  createAuditLog,
  type Database,
  type ErasurePlan,
  erasureStatements,
  shellAct,
} from "@sanu/platform";
import { erasurePlan as transactions } from "@sanu/transactions";
import { CompiledQuery } from "kysely";
import { onDatabase } from "./maintenance.ts";

/** Payouts keeps nothing that an erasure deletes. */
const plans = { identity, transactions, payments } satisfies Partial<
  Record<PublishingService, ErasurePlan>
>;

type ErasingService = keyof typeof plans;

interface Erasure {
  readonly accountId: AccountId;
  readonly factId: string;
}

/** What became of it in one service. */
export interface ErasedAgain {
  readonly service: ErasingService;
  readonly erased: number;
  /** Of whom the service has not handled the erasure itself: it seals first, so nothing is deleted before it. */
  readonly waiting: readonly AccountId[];
}

const by = { name: "sanu-erase-again" };

/** By a table of identity's own: the log of another service would say that nobody was erased. */
const erasedText = `
select stream_id as "accountId", event_id as "factId" from events join accounts on account_id = stream_id
where event_type = 'AccountErased' order by recorded_at, position`;

const handledText = `
select fact_id as "factId" from handled where reaction = $1 and fact_id = any($2::uuid[])`;

/**
 * Deletes again, in every service, what is left of everybody who was erased: rows that were copied out of a backup bring
 * people back, and their accounts are erased already, so that nothing else would delete them.
 */
export async function eraseAgain(): Promise<readonly ErasedAgain[]> {
  const erasures = await onDatabase("identity", by, (database) =>
    database.query<Erasure>(CompiledQuery.raw(erasedText)),
  );
  const ended: ErasedAgain[] = [];
  for (const service of ["identity", "transactions", "payments"] as const) {
    ended.push(await onDatabase(service, by, (database) => eraseIn(database, service, erasures)));
  }
  return ended;
}

async function eraseIn(
  database: Database,
  service: ErasingService,
  erasures: readonly Erasure[],
): Promise<ErasedAgain> {
  const done = await listDone(database, service, erasures);
  const ofDone = erasures.filter(({ factId }) => done.has(factId));
  await audited(
    createAuditLog(database),
    shellAct(`${service}.erase-again`, "money"),
    async () => {
      for (const { accountId } of ofDone) {
        await database.transaction(async (session) => {
          for (const step of erasureStatements(plans[service], accountId))
            await session.query(step);
        });
      }
    },
    () => "erased",
  );
  const waiting = erasures.filter(({ factId }) => !done.has(factId));
  return { service, erased: ofDone.length, waiting: waiting.map(({ accountId }) => accountId) };
}

/** Identity erased when it said so; the others when they handled what it said. */
async function listDone(
  database: Pick<Database, "query">,
  service: ErasingService,
  erasures: readonly Erasure[],
): Promise<ReadonlySet<string>> {
  const ids = erasures.map(({ factId }) => factId);
  if (service === "identity") return new Set(ids);
  const statement = CompiledQuery.raw(handledText, [`${service}.when-account-erased`, ids]);
  const rows = await database.query<Pick<Erasure, "factId">>(statement);
  return new Set(rows.map(({ factId }) => factId));
}
