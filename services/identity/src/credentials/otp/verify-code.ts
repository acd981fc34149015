import type { AccountId, Instant } from "@sanu/kernel";
import type { Database, Secret } from "@sanu/platform";
import { CompiledQuery } from "kysely";
import { findEmail } from "../../contacts/find-email.ts";
import type { OtpPurpose } from "../../database/otp-purpose.ts";
import type { Source } from "../throttle/source.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { hmacOfCode, isLinkCode, isSameHmac, linkCodeOf } from "./otp-code.ts";
import { otpLimits } from "./otp-limits.ts";

/** Whose code is guessed: that of one account or registration, or of any of an address (canonical). */
export type OtpOwner =
  | { readonly kind: "account"; readonly accountId: AccountId }
  | { readonly kind: "email"; readonly email: string };

export interface CodeAttempt {
  readonly owner: OtpOwner;
  readonly purposes: readonly OtpPurpose[];
  readonly code: string;
  readonly source: Source;
  readonly at: Instant;
}

export interface MatchedOtp {
  readonly otpId: string;
  readonly accountId: AccountId;
  readonly purpose: OtpPurpose;
  /** As whose guess it was counted; absent where nobody can guess it. */
  readonly guessedFrom?: GuessedFrom;
}

type GuessedFrom = "requester" | "network" | "elsewhere";

export interface VerifyCodeDeps {
  readonly database: Database;
  readonly otpPepper: () => Secret;
  readonly otpOtherPepper: () => Secret | undefined;
  readonly throttle: Pick<Throttle, "consumeGuess">;
}

interface LiveOtp extends MatchedOtp {
  readonly codeHmac: Uint8Array;
}

const ownerConditions = {
  account: "owner.account_id = $1",
  // Behind the activation of one registration the others' codes are void, even those that slipped in meanwhile.
  email: "owner.email = $1 and (purpose = 'activate') = (owner.verified_at is null)",
} as const;

const liveText = (kind: OtpOwner["kind"]) => `
select otp_id, code_hmac, otps.from_device as device, account_id, purpose,
  case when otps.from_device = $4 then 'requester'
    when otps.from_device is null and $4::text is null and otps.from_network = $5 then 'requester'
    when otps.from_network = $5 then 'network' else 'elsewhere' end as guessed_from,
  not exists (select 1 from otps as newer
    where newer.account_id = otps.account_id and newer.purpose = otps.purpose and newer.used_at is null
      and newer.expires_at > $3 and (newer.created_at, newer.otp_id) > (otps.created_at, otps.otp_id)) as is_newest
from otps join account_contacts as owner using (account_id)
where ${ownerConditions[kind]} and purpose = any($2) and used_at is null and expires_at > $3`;

const columnsOf = (table: string) =>
  `${table}.otp_id as "otpId", ${table}.account_id as "accountId", ${table}.purpose, ${table}.code_hmac as "codeHmac"`;

const countsOf: Readonly<Record<GuessedFrom, string>> = {
  requester: "attempts",
  network: "network_attempts",
  elsewhere: "foreign_attempts",
};

/** Of a code that was right and had no effect, because there was no time for it: whoever comes back has as many guesses as before. */
export async function giveBackGuess(
  { database }: Pick<VerifyCodeDeps, "database">,
  { otpId, guessedFrom }: MatchedOtp,
): Promise<void> {
  if (guessedFrom === undefined) return;
  const count = countsOf[guessedFrom];
  const text = `update otps set ${count} = greatest(${count} - 1, 0) where otp_id = $1`;
  await database.query(CompiledQuery.raw(text, [otpId]));
}

/**
 * Counts a guess at codes, each of its three kinds on its own, and returns those it may still be compared with. The rows are
 * locked in one order, and the counts are looked at again behind the lock.
 */
const guessText = (kind: OtpOwner["kind"], isByRequester: boolean) => `
with live as (${liveText(kind)} order by otp_id for update of otps)
update otps set ${
  isByRequester
    ? "attempts = attempts + 1"
    : `network_attempts = network_attempts + (guessed_from = 'network')::int,
  foreign_attempts = foreign_attempts + (guessed_from = 'elsewhere')::int`
}
from live where otps.otp_id = live.otp_id and ${
  isByRequester
    ? "guessed_from = 'requester' and attempts < $6"
    : `guessed_from <> 'requester' and is_newest
       and case guessed_from when 'network' then network_attempts else foreign_attempts end < $6`
}
returning ${columnsOf("otps")}, live.guessed_from as "guessedFrom"`;

const linkedText = (kind: OtpOwner["kind"]) =>
  `select ${columnsOf("live")} from (${liveText(kind)}) as live where device = $4`;

/**
 * The code that matches; `undefined` when none does, and also when two do (two registrations of an address that drew the
 * same code), since neither is proved. Guesses count before they are compared: however many arrive at once, at most
 * `attemptsMax` of each kind are ever compared with one code. Those of others do not use up a code for who asked for it.
 */
export async function verifyCode(
  deps: VerifyCodeDeps,
  attempt: CodeAttempt,
): Promise<MatchedOtp | undefined> {
  if (isLinkCode(attempt.code)) return matchOf(await underEither(attempt, findLinked, deps));
  const own = await underEither(attempt, findOwn, deps);
  if (own.length > 0) return matchOf(own);
  if (!(await mayGuessElsewhere(deps, attempt))) return undefined;
  return matchOf(await findGuessed(deps, attempt, false));
}

function matchOf(matches: readonly LiveOtp[]): MatchedOtp | undefined {
  const [match] = matches;
  if (matches.length !== 1 || match === undefined) return undefined;
  const { otpId, accountId, purpose, guessedFrom } = match;
  return { otpId, accountId, purpose, ...(guessedFrom && { guessedFrom }) };
}

type Finding = (deps: VerifyCodeDeps, attempt: CodeAttempt) => Promise<readonly LiveOtp[]>;

/** What was asked for under the other pepper knows its asker by that one. */
async function underEither(attempt: CodeAttempt, find: Finding, deps: VerifyCodeDeps) {
  const found = await find(deps, attempt);
  const { other } = attempt.source;
  return found.length > 0 || other === undefined
    ? found
    : find(deps, { ...attempt, source: other });
}

const findOwn: Finding = (deps, attempt) => findGuessed(deps, attempt, true);

function bothOf(peppers: Pick<VerifyCodeDeps, "otpPepper" | "otpOtherPepper">): readonly Secret[] {
  const other = peppers.otpOtherPepper();
  return other === undefined ? [peppers.otpPepper()] : [peppers.otpPepper(), other];
}

async function findLinked(
  { database, ...peppers }: VerifyCodeDeps,
  attempt: CodeAttempt,
): Promise<readonly LiveOtp[]> {
  const { owner, code } = attempt;
  const live = await database.query<LiveOtp>(
    CompiledQuery.raw(linkedText(owner.kind), valuesOf(attempt)),
  );
  const given = Buffer.from(code);
  return live.filter(({ otpId }) =>
    bothOf(peppers).some((pepper) => isSameHmac(Buffer.from(linkCodeOf(pepper, otpId)), given)),
  );
}

async function findGuessed(
  { database, ...peppers }: VerifyCodeDeps,
  attempt: CodeAttempt,
  isByRequester: boolean,
): Promise<readonly LiveOtp[]> {
  const { owner, code } = attempt;
  const compared = await database.query<LiveOtp>(
    CompiledQuery.raw(guessText(owner.kind, isByRequester), [
      ...valuesOf(attempt),
      otpLimits.attemptsMax,
    ]),
  );
  return compared.filter(({ accountId, purpose, codeHmac }) =>
    bothOf(peppers).some((pepper) =>
      isSameHmac(codeHmac, hmacOfCode(pepper, { accountId, purpose }, code)),
    ),
  );
}

function valuesOf({ owner, purposes, at, source }: CodeAttempt): unknown[] {
  const whose = owner.kind === "account" ? owner.accountId : owner.email;
  return [whose, purposes, at, source.device, source.network];
}

/** Guesses by id and by address count for one address. */
async function mayGuessElsewhere(
  { database, throttle }: VerifyCodeDeps,
  { owner, source }: CodeAttempt,
): Promise<boolean> {
  const subject = owner.kind === "email" ? owner.email : await findEmail(database, owner.accountId);
  if (subject === undefined) return false;
  return (await throttle.consumeGuess({ source, subject })).retryAfterSeconds === null;
}
