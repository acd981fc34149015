import type { CountryCode, Language } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { insertCodeRequest } from "../../credentials/otp/code-requests.ts";
import type { Source } from "../../credentials/throttle/source.ts";

export interface Registration {
  readonly accountId: AccountId;
  readonly name: string;
  /** Canonical. */
  readonly email: string;
  readonly whatsapp: string | null;
  readonly tag: string;
  readonly country: CountryCode;
  readonly language: Language;
  readonly passwordHash: string;
  readonly at: Instant;
}

export function personWrites(registration: Registration): readonly Statement[] {
  const { accountId, name, email, whatsapp, tag, language, passwordHash, at } = registration;
  return [
    CompiledQuery.raw(
      `insert into account_contacts (account_id, name, email, whatsapp, tag, language, created_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, name, email, whatsapp, tag, language, at],
    ),
    CompiledQuery.raw(
      "insert into credentials (account_id, password_hash, changed_at) values ($1, $2, $3)",
      [accountId, passwordHash, at],
    ),
  ];
}

/** Everything of a registration that commits with its event: contact, password, and that its code is wanted, as if it were asked for again. */
export function registrationWrites(
  registration: Registration,
  source: Source,
): readonly Statement[] {
  const { accountId, at } = registration;
  const keepSource = CompiledQuery.raw(
    "update account_contacts set from_device = $2, from_network = $3 where account_id = $1",
    [accountId, source.device, source.network],
  );
  return [
    ...personWrites(registration),
    keepSource,
    insertCodeRequest({ reason: "regenerate", accountId, email: null, source }, at),
  ];
}

/**
 * Registrations that were begun by whoever proved this one are gone with it. Those of others stay as long as any that nobody proves:
 * they open nothing, and whoever made one would learn by its end that the address has an account now.
 */
const deleteOwnOthers = `
delete from account_contacts as other using account_contacts as own
where own.account_id = $1 and other.email = own.email and other.verified_at is null and other.account_id <> $1
  and other.from_device is not distinct from own.from_device
  and (own.from_device is not null or other.from_network is not distinct from own.from_network)`;

export function activationWrites(accountId: AccountId, at: Instant): readonly Statement[] {
  return [
    CompiledQuery.raw("update account_contacts set verified_at = $2 where account_id = $1", [
      accountId,
      at,
    ]),
    CompiledQuery.raw(deleteOwnOthers, [accountId]),
  ];
}
