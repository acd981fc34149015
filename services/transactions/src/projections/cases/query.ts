import type { CaseAction, CaseKind, CaseStatus, CaseView } from "@sanu/contracts";
import {
  type CaseId,
  formatSats,
  formatXof,
  type Instant,
  msBetween,
  type TransactionId,
  type Xof,
} from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { proposable, resolvable } from "../../case/verdicts.ts";
import { cursorText, type ListCursor } from "../list/cursor.ts";
import type { CaseRow } from "./table.ts";

export interface CaseFilter {
  readonly limit: number;
  /** Of the last line: since when its case is, and its id. */
  readonly cursor: ListCursor | null;
  readonly kind: CaseKind | null;
  readonly status: CaseStatus | null;
  readonly olderThanHours: number | null;
  readonly transactionId: TransactionId | null;
}

/** How a view is made: the present moment, by which proposals expire, and the masked form of a number. */
export interface ShownAs {
  readonly now: Instant;
  readonly maskNumber: (number: string) => string | null;
}

interface ShownRow extends CaseRow {
  readonly shown_xof: Xof | null;
  readonly difference: CaseView["difference"];
  readonly receiver_masked: string | null;
  readonly number: string | null;
}

/** A proposal that expired stands no more, whatever the row still says; a word that money was given back does. */
const standing = `
case when status = 'proposed' and proposal_expires_at <= $1 and proposed <> 'paid-by-hand' then 'open' else status end`;

/** Of few cases: it stands with what was found, and in no column. */
const shownXof = `
case when kind = 'payment-amount-differs' then (select (data->'shown'->>'amountXof')::bigint
  from events where stream_id = case_id and version = 1) end`;

const difference = `
case when kind in ('statement-difference', 'balance-difference') then (select data->'difference'
  from events where stream_id = case_id and version = 1) end`;

const shownText = `
select cases.*, ${standing} as status, ${shownXof} as shown_xof, ${difference} as difference, private.receiver_masked, private.number
from cases left join transaction_private as private using (transaction_id)`;

const pageText = (isOpenOnly: boolean) => `${shownText}
where ${isOpenOnly ? "status <> 'closed'" : "true"}
  and ($2::text is null or kind = $2)
  and ($3::text is null or ${standing} = $3)
  and ($4::int is null or since <= $1::timestamptz - make_interval(hours => $4))
  and ($5::uuid is null or transaction_id = $5)
  and ($6::timestamptz is null or (since, case_id) > ($6, $7::uuid))
order by since, case_id limit $8`;

/** A page of cases, the oldest first; without a status all that are not closed. */
export async function readCasePage(
  database: Pick<Database, "query">,
  filter: CaseFilter,
  as: ShownAs,
): Promise<{ readonly rows: CaseView[]; readonly nextCursor: string | null }> {
  const { limit, cursor, kind, status, olderThanHours, transactionId } = filter;
  const place = [cursor?.createdAt ?? null, cursor?.transactionId ?? null];
  const values = [as.now, kind, status, olderThanHours, transactionId, ...place, limit + 1];
  const text = pageText(status !== "closed");
  const rows = await database.query<ShownRow>(CompiledQuery.raw(text, values));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const next = last && cursorText({ createdAt: last.since, transactionId: last.case_id });
  return { rows: page.map((row) => viewOf(row, as)), nextCursor: next ?? null };
}

/** Whether an id is that of a case: other things have a log under theirs too. */
export async function isCase(database: Pick<Database, "query">, caseId: CaseId): Promise<boolean> {
  const text = "select from cases where case_id = $1";
  return (await database.query(CompiledQuery.raw(text, [caseId]))).length > 0;
}

export async function findCase(
  database: Pick<Database, "query">,
  caseId: CaseId,
  as: ShownAs,
): Promise<CaseView | undefined> {
  const text = `${shownText} where case_id = $2`;
  const [row] = await database.query<ShownRow>(CompiledQuery.raw(text, [as.now, caseId]));
  return row && viewOf(row, as);
}

function viewOf(row: ShownRow, { now, maskNumber }: ShownAs): CaseView {
  return {
    id: row.case_id,
    kind: row.kind,
    status: row.status,
    subject: { kind: row.subject_kind, id: row.subject_id },
    transaction_id: row.transaction_id,
    ...amountsOf(row.amount_xof, row.amount_sats),
    shown_xof: row.shown_xof === null ? null : formatXof(row.shown_xof),
    difference: differenceIn(row),
    receiver_masked: row.receiver_masked,
    number_masked: row.number === null ? null : maskNumber(row.number),
    since: row.since,
    opened_at: row.opened_at,
    closed_at: row.closed_at,
    actions: actionsOf(row, now),
    proposal: proposalOf(row),
  };
}

/** Without what names the finding, which is nobody's but ours. */
function differenceIn({ difference: found }: ShownRow): CaseView["difference"] {
  if (found === null) return null;
  const { kind, name, reference, booked, stated } = found;
  return { kind, name, reference, booked, stated };
}

function amountsOf(xof: CaseRow["amount_xof"], sats: CaseRow["amount_sats"]) {
  return {
    amount_xof: xof === null ? null : formatXof(xof),
    amount_satoshi: sats === null ? null : formatSats(sats),
  };
}

function actionsOf(row: CaseRow, now: Instant): CaseAction[] {
  const { status, kind, amount_xof, amount_sats, proposal_expires_at: expiresAt } = row;
  switch (status) {
    case "open": {
      if (!resolvable.includes(kind)) return [...proposable[kind]];
      const isOfMoney = amount_xof !== null || amount_sats !== null;
      return isOfMoney ? [...proposable[kind], "resolve"] : ["resolve"];
    }
    case "proposed":
      return [hasPassed(expiresAt, now) ? "paid-by-hand" : "approve", "withdraw"];
    case "approved":
    case "closed":
      return [];
  }
}

function hasPassed(expiresAt: Instant | null, now: Instant): boolean {
  return expiresAt !== null && msBetween(expiresAt, now) >= 0;
}

/** The one that stands or was approved; an expired one is in the history. */
function proposalOf(row: CaseRow): CaseView["proposal"] {
  const { proposal_id: id, proposed: verdict, proposed_by, proposal_expires_at } = row;
  if (row.status === "open" || id === null || verdict === null) return null;
  if (proposed_by === null || proposal_expires_at === null) return null;
  return {
    id,
    verdict,
    provider_reference: row.provider_reference,
    ...amountsOf(row.proposed_xof, row.proposed_sats),
    proposed_by,
    expires_at: proposal_expires_at,
    approved_by: row.approved_by,
  };
}
