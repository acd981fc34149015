import {
  type ApiKeyChange,
  ApiKeyLimits,
  type ApiKeyView,
  ChangeApiKey,
  type RequestData,
} from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import {
  findProposal,
  handleRequest,
  newProposal,
  type ProposedOperation,
  proposalView,
  proposeOnce,
  type RequestContext,
  refuse,
  type Statement,
} from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { findApiKey } from "../../api-keys/api-key-rows.ts";
import { asOfConstraint, changeLimits } from "../../api-keys/api-key-writes.ts";
import { brokenChange, limitsOf, raises } from "../../api-keys/key-limits.ts";
import type { ApiKeyDeps } from "./change-api-keys.ts";
import { commitKeys, orderingKeyOf } from "./commit-key.ts";
import type { KeyOpeningDeps } from "./key-opening.ts";

/** What only lowers a key's limits acts at once; where one of them rises, all of it waits for another person. */
export const changeKeyLimits = (deps: ApiKeyDeps) =>
  handleRequest(ChangeApiKey, async (data, context) => {
    const { database, clock } = deps;
    const { by, reason, keyId } = data;
    const found = await findOpen(deps, keyId);
    if (found === undefined) return refuse("not-found");
    const change = changeOf(data);
    const broken = brokenChange(found, change);
    if (Object.keys(broken).length > 0) return refuse("validation-failed", undefined, broken);
    const to = changed(found, change);
    if (!raises(found, to)) {
      const done = await commit(deps, { found, to, by, reason, context, what: {}, writes: [] });
      if (done === "outdated") return refuse("proposal-outdated");
      const apiKey = await findApiKey(database, keyId);
      return apiKey === undefined ? refuse("not-found") : { apiKey, proposal: null };
    }
    const at = clock.now();
    const { proposalValidMs } = deps.proposals;
    const accountId = found.user_id as AccountId;
    const about = { proposalId: data.commandId, accountId, by, at, proposalValidMs };
    const proposal = newProposal({ ...about, change, asOf: { ...limitsOf(found) } });
    const done = await proposeOnce(database, proposal, reason);
    if ("refusal" in done) return done;
    const shown = await findProposal(database, done.proposalId);
    if (shown === undefined) return refuse("not-found");
    return { apiKey: found, proposal: proposalView(shown, at) };
  });

/** Limits that two people agreed on. */
export function keyLimitsOperation(deps: KeyOpeningDeps): ProposedOperation<ApiKeyChange> {
  return {
    async check(content) {
      const found = await findOpen(deps, content.key_id);
      if (found === undefined) return refuse("not-found");
      const broken = brokenChange(found, content);
      if (Object.keys(broken).length > 0) return refuse("validation-failed", undefined, broken);
      return { accountId: found.user_id as AccountId, asOf: { ...limitsOf(found) } };
    },
    async execute({ content, asOf, proposedBy: by, approvedBy, reason, settle, context }) {
      const found = await findOpen(deps, content.key_id);
      if (found === undefined) return refuse("not-found");
      const stood = ApiKeyLimits.parse(asOf);
      const to = changed(stood, content);
      const what = { approved_by: approvedBy };
      const asked = { found: { ...found, ...stood }, to, by, reason, context, what };
      const done = await commit(deps, { ...asked, writes: [settle] });
      return typeof done === "string" ? { kind: done } : done;
    },
  };
}

/** A key that may be changed: it counts, or will once it is approved no more. */
async function findOpen(
  { database, clock }: Pick<KeyOpeningDeps, "database" | "clock">,
  keyId: string,
): Promise<ApiKeyView | undefined> {
  const found = await findApiKey(database, keyId);
  if (found === undefined || found.revoked_at !== null || found.waits_for_approval)
    return undefined;
  return found.expires_at <= clock.now() ? undefined : found;
}

interface Change {
  /** With the limits that were read. */
  readonly found: ApiKeyView;
  readonly to: ApiKeyLimits;
  readonly by: AccountId;
  readonly reason: string;
  readonly what: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
  readonly writes: readonly Statement[];
}

async function commit(deps: KeyOpeningDeps, { found, to, by, reason, ...change }: Change) {
  const accountId = found.user_id as AccountId;
  const action = { reasonId: newId<string>(), by, at: deps.clock.now() };
  const what = { api_key: found.prefix, did: "change", ...to, ...change.what };
  const done = await commitKeys(deps, {
    accountId,
    keys: [orderingKeyOf({ ...found, ...to })],
    action,
    context: change.context,
    writes: [
      ...change.writes,
      changeLimits(found.id, to, limitsOf(found)),
      insertAdminAction({ ...action, accountId, what, reason }),
    ],
  });
  if (done.kind === "committed") return "executed";
  if (done.kind === "refused" || done.constraint === asOfConstraint) return "outdated";
  return done;
}

function changeOf(data: RequestData<typeof ChangeApiKey>): ApiKeyChange {
  const { keyId, requestsPerMinute, openTransactionsMax, monthlyLimitXof } = data;
  return {
    operation: "change-api-key",
    key_id: keyId,
    ...(requestsPerMinute !== null && { requests_per_minute: requestsPerMinute }),
    ...(openTransactionsMax !== null && { open_transactions_max: openTransactionsMax }),
    ...(monthlyLimitXof !== null && { monthly_limit: Number(monthlyLimitXof) }),
  };
}

function changed(standing: ApiKeyLimits, change: ApiKeyChange): ApiKeyLimits {
  return {
    requests_per_minute: change.requests_per_minute ?? standing.requests_per_minute,
    open_transactions_max: change.open_transactions_max ?? standing.open_transactions_max,
    monthly_limit: change.monthly_limit ?? standing.monthly_limit,
  };
}
