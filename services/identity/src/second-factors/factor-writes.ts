import type { AccountId, Instant } from "@sanu/kernel";
import type { Statement } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { OfSession } from "./load-factors.ts";
import type { NewPasskey } from "./passkeys.ts";

interface Begun {
  readonly accountId: AccountId;
  readonly factorId: string;
  readonly at: Instant;
}

/** One that was begun before and not confirmed is gone. */
export function insertTotp({ accountId, factorId, at }: Begun, sealed: Uint8Array): Statement {
  return CompiledQuery.raw(
    `with gone as (
       delete from second_factors where account_id = $1 and confirmed_at is null)
     insert into second_factors (account_id, factor_id, kind, secret_sealed, created_at)
     values ($1, $2, 'totp', $3, $4)`,
    [accountId, factorId, sealed, at],
  );
}

/** A command has shown that the person holds the factor. */
export interface Proof {
  readonly at: Instant;
  readonly by: string;
}

export function confirmTotp(factorId: string, step: number, { at, by }: Proof): Statement {
  return CompiledQuery.raw(
    `update second_factors set confirmed_at = $3, confirmed_by = $4, last_step = $2, last_used_at = $3
     where factor_id = $1`,
    [factorId, step, at, by],
  );
}

export function insertPasskey(
  { accountId, factorId, at, by }: Begun & Proof,
  { credentialId, publicKey, signCount }: NewPasskey,
): Statement {
  return CompiledQuery.raw(
    `insert into second_factors (account_id, factor_id, kind, credential_id, public_key, sign_count,
       created_at, confirmed_at, confirmed_by, last_used_at)
     values ($1, $2, 'passkey', $3, $4, $5, $6, $6, $7, $6)`,
    [accountId, factorId, credentialId, publicKey, signCount, at, by],
  );
}

/** Of any account: a passkey is of one. */
export function findPasskey(credentialId: string): Statement {
  return CompiledQuery.raw("select 1 as found from second_factors where credential_id = $1", [
    credentialId,
  ]);
}

/** Up to where a factor was used: no code of that time step counts again, nor a passkey that counts less. */
export function useFactor(
  factorId: string,
  upTo: { readonly step: number } | { readonly signCount: number },
  at: Instant,
): Statement {
  const [column, value] =
    "step" in upTo ? ["last_step", upTo.step] : ["sign_count", upTo.signCount];
  const text = `update second_factors set ${column} = $2, last_used_at = $3 where factor_id = $1`;
  return CompiledQuery.raw(text, [factorId, value, at]);
}

export function deleteFactor({ accountId }: OfSession, factorId: string): Statement {
  return CompiledQuery.raw("delete from second_factors where account_id = $1 and factor_id = $2", [
    accountId,
    factorId,
  ]);
}

/** In place of those that the account has. */
export function replaceRecoveryCodes(
  accountId: AccountId,
  hashes: readonly Buffer[],
  by: string,
): readonly Statement[] {
  return [
    CompiledQuery.raw("delete from recovery_codes where account_id = $1", [accountId]),
    CompiledQuery.raw(
      `insert into recovery_codes (account_id, code_hash, made_by)
       select $1, each, $3 from unnest($2::bytea[]) as each`,
      [accountId, hashes, by],
    ),
  ];
}

/** Returns a row where the code was there and unused. */
export function useRecoveryCode(accountId: AccountId, hash: Buffer, at: Instant): Statement {
  return CompiledQuery.raw(
    `update recovery_codes set used_at = $3
     where account_id = $1 and code_hash = $2 and used_at is null returning 1 as used`,
    [accountId, hash, at],
  );
}

export function proveInSession({ sessionId }: OfSession, { at, by }: Proof): Statement {
  return CompiledQuery.raw(
    "update sessions set second_factor_at = $2, second_factor_by = $3 where session_id = $1",
    [sessionId, at, by],
  );
}

/** What other sessions proved may have been proved by what is there no more. */
export function endOtherProofs({ accountId, sessionId }: OfSession): Statement {
  return CompiledQuery.raw(
    `update sessions set second_factor_at = null, second_factor_by = null
     where account_id = $1 and session_id <> $2 and second_factor_at is not null`,
    [accountId, sessionId],
  );
}

/** Nothing is left that could prove a second factor, and no session has one. */
export function deleteAllFactors(accountId: AccountId): readonly Statement[] {
  return [
    "delete from second_factors where account_id = $1",
    "delete from recovery_codes where account_id = $1",
    "update sessions set second_factor_at = null, second_factor_by = null where account_id = $1 and second_factor_at is not null",
  ].map((text) => CompiledQuery.raw(text, [accountId]));
}
