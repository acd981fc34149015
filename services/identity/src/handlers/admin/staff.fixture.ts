import {
  type AccountRole,
  GetUser,
  identityProposals,
  type ProposalView,
  SuspendUser,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { OPERATOR } from "../../admin-actions/operator.ts";
import { changeAccount } from "../../change-account.ts";
import { activated, person, type RunningIdentity } from "../../identity.fixture.ts";
import { openAccountLog } from "../../stores.ts";

const { proposeChange, decideProposal } = identityProposals;

/** Gives an account roles as an operator does. */
export async function withRoles(
  { database, clock }: RunningIdentity,
  accountId: AccountId,
  roles: readonly AccountRole[],
): Promise<AccountId> {
  const action = { by: OPERATOR, reasonId: newId<string>(), at: clock.now() };
  const result = await changeAccount(openAccountLog(database), accountId, {
    command: { kind: "change-roles", roles, ...action },
    context: { correlationId: "test", causationId: newId() },
  });
  if (result.kind !== "accepted") throw new Error(`roles: ${result.kind}`);
  return accountId;
}

export async function hired(
  identity: RunningIdentity,
  role: AccountRole = "admin",
): Promise<AccountId> {
  return withRoles(identity, await activated(identity, person()), [role]);
}

type Change = Parameters<typeof proposeChange.request.parse>[0] extends never
  ? never
  : Record<string, unknown> & { readonly operation: string };

interface Said {
  readonly reason?: string;
  readonly commandId?: string;
}

/** One proposes and the other approves; the refusal of whichever was refused. */
export async function changeByTwo(
  identity: RunningIdentity,
  [by, approver]: readonly [AccountId, AccountId],
  change: Change,
  of: Said = {},
) {
  const proposed = await proposeAlone(identity, by, change, of);
  return proposed.kind === "replied"
    ? approve(identity, approver, proposed.data.proposal)
    : proposed;
}

export function proposeAlone(
  identity: RunningIdentity,
  by: AccountId,
  change: Change,
  { reason = "canary", commandId = newId<string>() }: Said = {},
) {
  return identity.request(proposeChange, { commandId, by, reason, change } as never);
}

export function approve(
  identity: RunningIdentity,
  approver: AccountId,
  { id: proposalId, content_sha256: contentSha256 }: ProposalView,
) {
  return identity.request(decideProposal, {
    commandId: newId<"CommandId">(),
    by: approver,
    reason: "canary of an approver",
    proposalId,
    decision: "approve",
    contentSha256,
  });
}

export interface UserChanges {
  readonly role?: AccountRole;
  readonly isActive?: boolean;
  readonly kycTier?: number;
}

/** A suspension by the first alone, all else by both; the user as she is then. */
export async function changeUser(
  identity: RunningIdentity,
  staff: readonly [AccountId, AccountId],
  of: { readonly accountId: AccountId; readonly commandId?: string } & UserChanges,
) {
  const { accountId, commandId, role, isActive, kycTier } = of;
  if (isActive === false) {
    const suspended = { by: staff[0], accountId, reason: "canary" };
    const result = await identity.request(SuspendUser, suspended);
    if (result.kind !== "replied") return result;
  }
  const change = {
    ...(role !== undefined && { role }),
    ...(isActive === true && { active: true }),
    ...(kycTier !== undefined && { tier: kycTier }),
  };
  if (Object.keys(change).length > 0) {
    const named = { operation: "change-user", account_id: accountId, ...change };
    const result = await changeByTwo(identity, staff, named, commandId ? { commandId } : {});
    if (result.kind !== "replied") return result;
  }
  return identity.request(GetUser, { accountId });
}
