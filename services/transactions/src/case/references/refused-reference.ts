import type { Proposed } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import type { Database } from "@sanu/platform";
import { readPhone } from "@sanu/rails";
import { CompiledQuery } from "kysely";
import { referenceOf } from "../decide.ts";
import type { Case } from "../state.ts";

/**
 * `reference-is-number`: a reference goes into events, which are never erased. `reference-in-use`: it names the money of
 * another order, or of another verdict.
 */
export type ReferenceRefusal = "reference-is-number" | "reference-in-use";

interface Stated {
  readonly proposed: Proposed;
  readonly bookedWith?: readonly TransactionId[] | undefined;
}

// As its index has it. A verdict that was approved a moment ago is not carried out yet.
const inUseText = `
select 1 from events
where coalesce(data ->> 'receiptId', data -> 'proposed' ->> 'providerReference') = $1
  and event_type in ('TransactionPaid', 'TransactionPaymentHeld', 'TransactionPayoutHeld',
    'TransactionRefundRequested', 'TransactionReviewRequested', 'CaseVerdictApproved')
  and stream_id is distinct from $2 and stream_id <> $3
limit 1`;

/** Why the reference of a verdict that money arrived cannot be that money's; `undefined` where nothing speaks against it. */
export async function refusedReference(
  database: Pick<Database, "query">,
  about: Case,
  { proposed, bookedWith = [] }: Stated,
): Promise<ReferenceRefusal | undefined> {
  const providerReference = referenceOf(proposed);
  if (about.status === "none" || providerReference === undefined) return undefined;
  if (holdsNumber(providerReference)) return "reference-is-number";
  const { caseId, transactionId } = about;
  if (bookedWith.some((id) => id !== transactionId)) return "reference-in-use";
  const values = [providerReference, transactionId, caseId];
  const rows = await database.query(CompiledQuery.raw(inUseText, values));
  return rows.length > 0 ? "reference-in-use" : undefined;
}

/** Digits that stand by themselves, with what people write between those of a number. */
const digitsWithin = /(?<![\p{L}\d.])\+?\d[\d\s().-]{6,}\d(?![\p{L}\d])/gu;

/** By chance some of its groups are digits alone, such as `0058-8905-8972`. */
const uuids = /(?<![\p{L}\d])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\d])/giu;

/** A number, or a text with one in it beside what providers call their money. */
function holdsNumber(reference: string): boolean {
  const text = reference.replaceAll(uuids, "uuid");
  const within = text.match(digitsWithin) ?? [];
  return [text, ...within].some(isNumber);
}

const international = /^(?:\+|00)[\d\s().-]{7,}$/;

/** What a provider calls its money may be digits, but not those of a number that somebody can be called by. */
function isNumber(reference: string): boolean {
  return international.test(reference) || readPhone(reference).kind === "phone";
}
