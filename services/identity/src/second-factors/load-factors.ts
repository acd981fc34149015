import type { AccountRole, SecondFactorKind, SecondFactorsView } from "@sanu/contracts";
import type { AccountId, Instant } from "@sanu/kernel";
import type { Session } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import type { FactorsState } from "./factor-rules.ts";

export interface OfSession {
  readonly accountId: AccountId;
  readonly sessionId: string;
}

export interface StoredFactor {
  readonly factorId: string;
  readonly kind: SecondFactorKind;
  readonly secretSealed: Uint8Array | null;
  readonly lastStep: bigint | null;
  readonly credentialId: string | null;
  readonly publicKey: Uint8Array | null;
  readonly signCount: bigint | null;
  readonly createdAt: Instant;
  readonly confirmedBy: string | null;
  readonly lastUsedAt: Instant | null;
}

/** The factors of an account, as a live session of it finds them. */
export interface FoundFactors extends FactorsState {
  readonly email: string;
  readonly confirmed: readonly StoredFactor[];
  readonly begun: readonly StoredFactor[];
  readonly codesLeft: number;
  /** The command that made the recovery codes. */
  readonly codesMadeBy: string | null;
  /** The command that proved a factor last. */
  readonly provedBy: string | null;
}

interface SessionRow {
  readonly secondFactorAt: Instant | null;
  readonly provedBy: string | null;
  readonly roles: readonly AccountRole[];
  readonly isMachine: boolean;
  readonly email: string;
  readonly codesLeft: bigint;
  readonly codesMadeBy: string | null;
}

const sessionText = `
select second_factor_at as "secondFactorAt", second_factor_by as "provedBy", accounts.roles, email,
  exists (select from api_keys where account_id = accounts.account_id) as "isMachine",
  (select count(*) from recovery_codes
    where account_id = accounts.account_id and used_at is null) as "codesLeft",
  (select made_by from recovery_codes
    where account_id = accounts.account_id limit 1) as "codesMadeBy"
from sessions join accounts using (account_id) join account_contacts using (account_id)
where session_id = $1 and account_id = $2 and ended_at is null and ends_at > $3
  and accounts.status = 'active'`;

const factorsText = `
select factor_id as "factorId", kind, secret_sealed as "secretSealed", last_step as "lastStep",
  credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount",
  created_at as "createdAt", confirmed_by as "confirmedBy", last_used_at as "lastUsedAt"
from second_factors where account_id = $1 order by created_at, factor_id`;

/** `undefined` where the session is over. */
export async function loadFactors(
  database: Pick<Session, "query">,
  { accountId, sessionId }: OfSession,
  at: Instant,
): Promise<FoundFactors | undefined> {
  const [[session], factors] = await Promise.all([
    database.query<SessionRow>(CompiledQuery.raw(sessionText, [sessionId, accountId, at])),
    database.query<StoredFactor>(CompiledQuery.raw(factorsText, [accountId])),
  ]);
  if (session === undefined) return undefined;
  const { roles, codesLeft, ...rest } = session;
  const confirmed = factors.filter(({ confirmedBy }) => confirmedBy !== null);
  return {
    ...rest,
    codesLeft: Number(codesLeft),
    isStaff: roles.some((role) => role !== "user"),
    confirmed,
    begun: factors.filter(({ confirmedBy }) => confirmedBy === null),
    factorIds: confirmed.map(({ factorId }) => factorId),
  };
}

export function viewOf({ confirmed, codesLeft, secondFactorAt }: FoundFactors): SecondFactorsView {
  return {
    factors: confirmed.map(({ factorId, kind, createdAt, lastUsedAt }) => ({
      id: factorId,
      kind,
      created_at: createdAt,
      last_used_at: lastUsedAt,
    })),
    recovery_codes_left: codesLeft,
    confirmed_at: secondFactorAt,
  };
}

export function knownPasskeys({ confirmed }: FoundFactors): readonly string[] {
  return confirmed.flatMap(({ credentialId }) => credentialId ?? []);
}
