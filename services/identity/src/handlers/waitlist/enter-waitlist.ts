import type { CountryCode, Language } from "@sanu/contracts";
import type { Instant } from "@sanu/kernel";
import type { Session } from "@sanu/platform";
import { CompiledQuery } from "kysely";

export interface Applicant {
  readonly entryId: string;
  readonly commandId: string;
  /** Canonical. */
  readonly email: string;
  readonly name: string | null;
  readonly whatsapp: string | null;
  readonly country: CountryCode | null;
  readonly language: Language;
  readonly at: Instant;
}

export interface EnteredApplicant {
  readonly entryId: string;
  readonly isNew: boolean;
}

/** The update changes nothing; it makes the row that was there come back. */
const enterText = `
insert into waitlist (entry_id, command_id, email, name, whatsapp, country, language, joined_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (email) do update set email = excluded.email
returning entry_id as "entryId", command_id = $2 as "isNew"`;

/**
 * Enters an address unless it stands there, and returns its entry. `isNew` for the command that entered it, also
 * when that command comes again because its answer got lost.
 */
export async function enterWaitlist(
  session: Pick<Session, "query">,
  applicant: Applicant,
): Promise<EnteredApplicant> {
  const { entryId, commandId, email, name, whatsapp, country, language, at } = applicant;
  const values = [entryId, commandId, email, name, whatsapp, country, language, at];
  const [entry] = await session.query<EnteredApplicant>(CompiledQuery.raw(enterText, values));
  if (entry === undefined) throw new Error("The entry was neither made nor found");
  return entry;
}
