import { type ApiKeyLimits, type ApiKeyOpening, type ApiKeyView, jsonText } from "@sanu/contracts";
import { type AccountId, type Clock, type Instant, newId, plusMs } from "@sanu/kernel";
import {
  newProposal,
  type ProposalTerms,
  type ProposedOperation,
  refuse,
  type Statement,
} from "@sanu/platform";
import type { OrderingKey } from "../../account/commands.ts";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { findApiKey } from "../../api-keys/api-key-rows.ts";
import {
  asOfConstraint,
  changeLimits,
  endApiKey,
  openApiKey,
} from "../../api-keys/api-key-writes.ts";
import { limitsOf, lowerOf } from "../../api-keys/key-limits.ts";
import { type CommitKeyDeps, commitKeys, orderingKeyOf } from "./commit-key.ts";

export interface KeyOpeningDeps extends CommitKeyDeps {
  readonly clock: Clock;
  readonly afterRevocation: () => void;
}

const hourMs = 3_600_000;

type Replaced = ApiKeyOpening["replaces"] | undefined;

/** What another person approves of a key that shows people, or by which a service orders for them. */
export function openingOf(
  { proposals }: { readonly proposals: Pick<ProposalTerms, "proposalValidMs"> },
  apiKey: ApiKeyView,
  {
    by,
    at,
    replaces,
  }: { readonly by: AccountId; readonly at: Instant; readonly replaces: Replaced },
) {
  const change: ApiKeyOpening = {
    operation: "open-api-key",
    key_id: apiKey.id,
    ...openedBy(apiKey),
    replaces: replaces ?? null,
  };
  const accountId = apiKey.user_id as AccountId;
  const { proposalValidMs } = proposals;
  return newProposal({ proposalId: newId(), change, accountId, by, at, proposalValidMs });
}

/** What a key opens, and how much may be ordered by it. */
function openedBy(key: ApiKeyView) {
  const { scopes, networks, requests_per_minute, open_transactions_max, monthly_limit } = key;
  const opened = { scopes, networks };
  if (open_transactions_max === null || monthly_limit === null) return opened;
  return { ...opened, requests_per_minute, open_transactions_max, monthly_limit };
}

/** When the key that was replaced ends, unless it ends before. */
function endOf(old: ApiKeyView, overlapHours: number, at: Instant): Instant {
  const endsAt = plusMs(at, overlapHours * hourMs);
  return endsAt < old.expires_at ? endsAt : (old.expires_at as Instant);
}

export function endReplaced(replaced: Replaced, at: Instant): readonly Statement[] {
  if (!replaced) return [];
  return [endApiKey(replaced.key_id, plusMs(at, replaced.overlap_hours * hourMs))];
}

/** A key of which somebody has read what it opens, and from where. */
export function keyOpeningOperation(deps: KeyOpeningDeps): ProposedOperation<ApiKeyOpening> {
  const { database, clock } = deps;
  return {
    async check(content) {
      const found = await findApiKey(database, content.key_id);
      if (!isWaiting(found, content)) return refuse("not-found");
      return { accountId: found.user_id as AccountId };
    },
    async execute(approval) {
      const { content, approvedBy, proposedBy: by, reason } = approval;
      const found = await findApiKey(database, content.key_id);
      if (!isWaiting(found, content)) return refuse("not-found");
      const at = clock.now();
      const accountId = found.user_id as AccountId;
      const limits = await limitsOpened(deps, found, content);
      const what = {
        api_key: found.prefix,
        did: "open",
        ...limits.lowered,
        approved_by: approvedBy,
      };
      const action = { reasonId: newId<string>(), by, at };
      const commit = await commitKeys(deps, {
        accountId,
        keys: [
          orderingKeyOf({ ...found, ...limits.lowered }),
          replacedKey(limits.old, content, at),
        ],
        action,
        context: approval.context,
        writes: [
          approval.settle,
          openApiKey(found.id),
          ...limits.writes,
          ...endReplaced(content.replaces, at),
          insertAdminAction({ ...action, accountId, what, reason }),
        ],
      });
      if (commit.kind === "committed") {
        deps.afterRevocation();
        return { kind: "executed" };
      }
      // It was revoked meanwhile, or somebody else opened it; or the key that it replaces was changed just now.
      if (commit.kind === "refused" || commit.constraint === asOfConstraint) {
        return limits.old === undefined ? refuse("not-found") : { kind: "outdated" };
      }
      return commit;
    },
  };
}

interface OpenedLimits {
  readonly old: ApiKeyView | undefined;
  readonly lowered: Partial<ApiKeyLimits>;
  readonly writes: readonly Statement[];
}

/** What the replaced key may no longer, its successor may not either: limits that were lowered since are carried over. */
async function limitsOpened(
  { database, clock }: KeyOpeningDeps,
  found: ApiKeyView,
  { replaces }: ApiKeyOpening,
): Promise<OpenedLimits> {
  const old = replaces === null ? undefined : await findApiKey(database, replaces.key_id);
  if (old === undefined) return { old, lowered: {}, writes: [] };
  const [stood, lowered] = [limitsOf(old), lowerOf(found, old)];
  const isLive = old.revoked_at === null && old.expires_at > clock.now();
  return {
    old,
    lowered,
    writes: [
      changeLimits(found.id, lowered, limitsOf(found)),
      ...(isLive ? [changeLimits(old.id, stood, stood)] : []),
    ],
  };
}

/** The key that was replaced, as it counts from now on; none where it has ended before. */
function replacedKey(
  old: ApiKeyView | undefined,
  { replaces }: ApiKeyOpening,
  at: Instant,
): OrderingKey | undefined {
  if (replaces === null || old === undefined) return undefined;
  if (old.revoked_at !== null || old.expires_at <= at) return undefined;
  return orderingKeyOf(old, endOf(old, replaces.overlap_hours, at));
}

function isWaiting(found: ApiKeyView | undefined, content: ApiKeyOpening): found is ApiKeyView {
  if (found === undefined || !found.waits_for_approval || found.revoked_at !== null) return false;
  const { operation: _is, key_id: _id, replaces: _old, ...opened } = content;
  return jsonText(ordered(openedBy(found))) === jsonText(ordered(opened));
}

function ordered(opened: object): readonly unknown[] {
  return Object.entries(opened).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
