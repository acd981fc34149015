import { setTimeout as pause } from "node:timers/promises";
import type { Instant } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import type { Database } from "../database/open-database.ts";
import type { BookedQueries } from "./compare-period.ts";
import { reconciliationLimits } from "./limits.ts";
import type { BookedMovement, StatedMovement } from "./movement.ts";
import type { StatementSource } from "./stage-statement.ts";

/** What a provider says of one movement of ours when it is asked for it by its name. */
export type StatedByStatus =
  | ({ readonly kind: "known" } & Pick<StatedMovement, "amount" | "fee" | "state">)
  | { readonly kind: "not-known" }
  | { readonly kind: "unknown"; readonly cause: string };

type Unsettled =
  | { readonly kind: "unknown"; readonly cause: string }
  | { readonly kind: "not-found" | "pending" | "failed" };

/** What a status says that moved nothing. */
export function unsettledAs(
  status: Unsettled,
  { amount, fee }: Pick<BookedMovement, "amount" | "fee">,
): StatedByStatus {
  if (status.kind === "unknown") return { kind: "unknown", cause: status.cause };
  if (status.kind === "not-found") return { kind: "not-known" };
  return { kind: "known", amount, fee, state: status.kind };
}

interface StatusSource {
  readonly provider: string;
  readonly database: Pick<Database, "query">;
  readonly booked: Pick<BookedQueries, "settled">;
  readonly ask: (movement: BookedMovement) => Promise<StatedByStatus>;
}

const cursorShape = /^(\S+) (.+)$/;

/**
 * A statement of a provider that makes none: what our log says settled is asked for again, one after the other. It can
 * contradict us; what the provider moved and we do not know is in no such statement. An order that has no answer is left
 * undecided, and hides no other one.
 */
export function statementByStatus({
  provider,
  database,
  booked,
  ask,
}: StatusSource): StatementSource {
  const pageText = `
select * from (${booked.settled}) as movement
where (at, "matchId") > ($3::timestamptz, $4::text)
order by at, "matchId" limit ${reconciliationLimits.askedRows}`;
  return {
    provider,
    async readPage({ from, to, cursor }) {
      const [, afterAt = from, afterId = ""] = cursorShape.exec(cursor ?? "") ?? [];
      const movements = await database.query<BookedMovement>(
        CompiledQuery.raw(pageText, [from, to, afterAt, afterId]),
      );
      const lines = [];
      const unanswered: string[] = [];
      let inVain = 0;
      for (const movement of movements) {
        const stated = await ask(movement);
        inVain = stated.kind === "unknown" ? inVain + 1 : 0;
        if (stated.kind === "unknown") {
          const isNothingKnown = cursor === null && inVain === movements.length;
          if (isNothingKnown || inVain >= reconciliationLimits.unansweredInRow) return stated;
          unanswered.push(movement.matchId);
        }
        if (stated.kind === "known") lines.push(lineOf(movement, stated));
        await pause(reconciliationLimits.askPauseMs);
      }
      const last = movements.at(-1);
      const isOver = last === undefined || movements.length < reconciliationLimits.askedRows;
      const next = isOver ? null : cursorOf(last);
      return { kind: "accepted", value: { lines, next, balances: null, unanswered } };
    },
  };
}

function cursorOf({ at, matchId }: { readonly at: Instant; readonly matchId: string }): string {
  return `${at} ${matchId}`;
}

/** Under our moment, because not every status says one: it is about this movement and no other. */
function lineOf(
  { matchId, kind, currency, at }: BookedMovement,
  { amount, fee, state }: Extract<StatedByStatus, { readonly kind: "known" }>,
) {
  return { reference: matchId, key: null, kind, currency, amount, fee, state, at };
}
