import { type ApiKeyOpening, type ApiKeyView, jsonText } from "@sanu/contracts";
import { type AccountId, type Clock, type Instant, newId, plusMs } from "@sanu/kernel";
import {
  type Database,
  newProposal,
  type ProposalTerms,
  type ProposedOperation,
  refuse,
  type Statement,
} from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { endApiKey, findApiKey, openApiKey } from "../../api-keys/api-key-rows.ts";

export interface KeyOpeningDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const hourMs = 3_600_000;

type Replaced = ApiKeyOpening["replaces"] | undefined;

/** What another person approves of a key that shows people. */
export function openingOf(
  { proposals }: { readonly proposals: Pick<ProposalTerms, "proposalValidMs"> },
  apiKey: ApiKeyView,
  {
    by,
    at,
    replaces,
  }: { readonly by: AccountId; readonly at: Instant; readonly replaces: Replaced },
) {
  const { id: key_id, scopes, networks } = apiKey;
  const change: ApiKeyOpening = {
    operation: "open-api-key",
    key_id,
    scopes,
    networks,
    replaces: replaces ?? null,
  };
  const accountId = apiKey.user_id as AccountId;
  const { proposalValidMs } = proposals;
  return newProposal({ proposalId: newId(), change, accountId, by, at, proposalValidMs });
}

export function endReplaced(replaced: Replaced, at: Instant): readonly Statement[] {
  if (!replaced) return [];
  return [endApiKey(replaced.key_id, plusMs(at, replaced.overlap_hours * hourMs))];
}

/** A key that shows people, of which somebody has read what it opens, and from where. */
export function keyOpeningOperation({
  database,
  clock,
}: KeyOpeningDeps): ProposedOperation<ApiKeyOpening> {
  return {
    async check(content) {
      const found = await findApiKey(database, content.key_id);
      if (!isWaiting(found, content)) return refuse("not-found");
      return { accountId: found.user_id as AccountId };
    },
    execute({ content, proposedBy: by, approvedBy, reason, settle }) {
      const at = clock.now();
      return database.transaction(async (session) => {
        const found = await findApiKey(session, content.key_id);
        if (!isWaiting(found, content)) return refuse("not-found");
        const accountId = found.user_id as AccountId;
        const what = { api_key: found.prefix, did: "open", approved_by: approvedBy };
        const writes = [
          settle,
          openApiKey(found.id),
          ...endReplaced(content.replaces, at),
          insertAdminAction({ reasonId: newId(), accountId, by, what, reason, at }),
        ];
        for (const write of writes) await session.query(write);
        return { kind: "executed" };
      });
    },
  };
}

function isWaiting(
  found: ApiKeyView | undefined,
  { scopes, networks }: ApiKeyOpening,
): found is ApiKeyView {
  if (found === undefined || !found.waits_for_approval || found.revoked_at !== null) return false;
  return jsonText([found.scopes, found.networks]) === jsonText([scopes, networks]);
}
