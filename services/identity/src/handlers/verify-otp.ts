import { type RequestData, VerifyOtp } from "@sanu/contracts";
import { type Clock, type Instant, unreachable } from "@sanu/kernel";
import {
  answers,
  type CommandContext,
  type Database,
  type EventStore,
  refuse,
  runDecider,
  type Secret,
  type Statement,
  takeKey,
} from "@sanu/platform";
import { CompiledQuery, type Kysely } from "kysely";
import { account } from "../account/decide.ts";
import type { AccountEvent } from "../account/events.ts";
import { canonicalEmail } from "../contacts/canonical-email.ts";
import type { IdentityTables } from "../database/schema.ts";
import { type MatchedOtp, type OtpOwner, spendGuess } from "../otp/spend-guess.ts";
import { findDoneBefore } from "./find-done-before.ts";

export interface VerifyOtpDeps {
  readonly database: Database;
  readonly tables: Kysely<IdentityTables>;
  readonly store: EventStore<AccountEvent>;
  readonly otpPepper: () => Secret;
  readonly clock: Clock;
}

const SCOPE = "verify-otp";

/** Activates the registration that the code belongs to, and voids the others of its address. */
export const verifyOtp = (deps: VerifyOtpDeps) =>
  answers(VerifyOtp, async (data, context) => {
    const match = await findMatch(deps, data);
    if (match !== undefined) await activate(deps, context, match);
    // Stored under this command: by this call, or by an earlier one whose answer got lost.
    const user = await findDoneBefore(deps, SCOPE, context.causationId);
    // Wrong, expired, used, voided and never issued look the same from outside.
    return user === undefined
      ? refuse("validation-failed", undefined, { code: ["invalid-code"] })
      : { user };
  });

async function findMatch(
  deps: VerifyOtpDeps,
  data: RequestData<typeof VerifyOtp>,
): Promise<MatchedOtp | undefined> {
  const owner = ownerOf(data);
  if (owner === undefined) return undefined;
  const guess = { owner, purpose: "activate", code: data.code, at: deps.clock.now() } as const;
  return spendGuess({ database: deps.database, otpPepper: deps.otpPepper() }, guess);
}

function ownerOf(data: RequestData<typeof VerifyOtp>): OtpOwner | undefined {
  if (data.userId !== null) return { kind: "account", accountId: data.userId };
  if (data.email === null) return undefined;
  return { kind: "pending-of-email", email: canonicalEmail(data.email) };
}

/** Of many uses of one code at once, the first to commit has its effect; the others change nothing. */
async function activate(
  deps: VerifyOtpDeps,
  context: CommandContext,
  match: MatchedOtp,
): Promise<void> {
  const at = deps.clock.now();
  const result = await runDecider({
    store: deps.store,
    decider: account,
    streamId: match.accountId,
    command: { kind: "activate", at },
    context,
    writes: () => [
      takeKey({
        scope: SCOPE,
        key: context.causationId,
        bodyHash: "",
        recordId: match.accountId,
      }),
      ...activationWrites(match, at),
    ],
  });
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
    // The code was used or voided, or another registration of the address was faster.
    case "constraint":
      return;
    case "refused":
      throw new Error(`An account with a code is ${result.refusal.code}`);
    default:
      return unreachable(result);
  }
}

/** Uses the code, marks the address as proved, and erases the persons of the other registrations. */
function activationWrites({ otpId, accountId }: MatchedOtp, at: Instant): readonly Statement[] {
  return [
    CompiledQuery.raw("select use_otp($1, $2)", [otpId, at]),
    CompiledQuery.raw("update account_contacts set verified_at = $2 where account_id = $1", [
      accountId,
      at,
    ]),
    CompiledQuery.raw(
      `delete from account_contacts where verified_at is null and account_id <> $1
       and email = (select email from account_contacts where account_id = $1)`,
      [accountId],
    ),
  ];
}
