import {
  type ApiKeyOpening,
  apiKeyLimits,
  CreateApiKey,
  type RefusalCode,
  type ReplyInput,
  type RequestData,
  RotateApiKey,
  showsPeople,
} from "@sanu/contracts";
import { type AccountId, type Clock, newId, plusMs } from "@sanu/kernel";
import {
  findKey,
  findProposal,
  type HandlerRefusal,
  handleRequest,
  insertKey,
  insertProposal,
  type ProposalTerms,
  proposalView,
  refuse,
  refusedAnother,
  type Session,
} from "@sanu/platform";
import { insertAdminAction } from "../../admin-actions/insert-admin-action.ts";
import { findApiKey, holdApiKey, isFullOfKeys } from "../../api-keys/api-key-rows.ts";
import { insertApiKey, type NewApiKey } from "../../api-keys/api-key-writes.ts";
import { brokenLimits } from "../../api-keys/key-limits.ts";
import { brokenNetworks } from "../../api-keys/key-networks.ts";
import { makeApiKey } from "../../api-keys/key-text.ts";
import { lockFactors } from "../../second-factors/change-factors.ts";
import { type CommitKeyDeps, orderingKeyOf } from "./commit-key.ts";
import { endReplaced, openingOf } from "./key-opening.ts";

export interface ApiKeyDeps extends CommitKeyDeps {
  readonly clock: Clock;
  readonly proposals: Pick<ProposalTerms, "proposalValidMs">;
  readonly afterRevocation: () => void;
}

const dayMs = 86_400_000;

type Made = ReplyInput<typeof CreateApiKey> | HandlerRefusal<RefusalCode<typeof CreateApiKey>>;

export const createApiKey = (deps: ApiKeyDeps) =>
  handleRequest(CreateApiKey, (data, { causationId }) =>
    makeKey(deps, data, { command: commandOf(data, causationId), did: "create" }),
  );

/** The new key has what the old one has; the old one still counts for the overlap, once the new one does. */
export const rotateApiKey = (deps: ApiKeyDeps) =>
  handleRequest(RotateApiKey, async (data, { causationId }): Promise<Made> => {
    const old = await findApiKey(deps.database, data.keyId);
    if (old === undefined || old.revoked_at !== null || old.waits_for_approval) {
      return refuse("not-found");
    }
    const { scopes, networks, requests_per_minute: requestsPerMinute } = old;
    const accountId = old.user_id as AccountId;
    const replaces = { key_id: old.id, overlap_hours: data.overlapHours };
    const ordering = orderingKeyOf(old) ?? null;
    const rights = { ...data, accountId, scopes, networks, requestsPerMinute, ordering };
    const command = commandOf(data, causationId);
    const rotated = await makeKey(deps, rights, { command, did: "rotate", replaces });
    deps.afterRevocation();
    return rotated;
  });

interface Making {
  readonly command: { readonly scope: string; readonly key: string; readonly bodyHash: string };
  readonly did: "create" | "rotate";
  readonly replaces?: NonNullable<ApiKeyOpening["replaces"]>;
}

function commandOf(
  { by, idempotency }: Pick<RequestData<typeof CreateApiKey>, "by" | "idempotency">,
  causationId: string,
): Making["command"] {
  return { scope: `api-key of ${by}`, ...(idempotency ?? { key: causationId, bodyHash: "" }) };
}

/** Once for each command: what it made is shown to it again, and the key itself to nobody. */
async function makeKey(
  deps: ApiKeyDeps,
  rights: Omit<RequestData<typeof CreateApiKey>, "idempotency">,
  { command, did, replaces }: Making,
): Promise<Made> {
  const { accountId, by, scopes, networks, reason } = rights;
  const rules = brokenNetworks(scopes, networks);
  const broken = { ...(rules.length > 0 && { networks: rules }), ...brokenLimits(scopes, rights) };
  if (Object.keys(broken).length > 0) return refuse("validation-failed", undefined, broken);
  const at = deps.clock.now();
  const made = makeApiKey();
  const { keyId } = made;
  const waitsForApproval = showsPeople(scopes);
  const expiresAt = plusMs(at, rights.expiresInDays * dayMs);
  return deps.database.transaction(async (session): Promise<Made> => {
    const isFull = await isFullOfKeys(session, at);
    const before = await findKey(session, command);
    if (before !== undefined) {
      if (before.bodyHash !== command.bodyHash) return refuse("idempotency-key-reused");
      const apiKey = await findApiKey(session, before.recordId);
      return apiKey === undefined ? refuse("not-found") : { apiKey, key: null, proposal: null };
    }
    if (isFull) return refuse("too-many-api-keys", { keysMax: `${apiKeyLimits.liveKeysMax}` });
    const tooMany = waitsForApproval ? await refusedAnother(session, { by, at }) : undefined;
    if (tooMany !== undefined) return tooMany;
    await session.query(lockFactors(accountId));
    const limits = await limitsNow(session, rights, replaces);
    const key = { ...rights, ...limits, ...made, at, expiresAt, waitsForApproval };
    await session.query(insertApiKey(key));
    const apiKey = await findApiKey(session, keyId);
    if (apiKey === undefined) return refuse("not-found");
    const what = { api_key: replaces === undefined ? made.prefix : apiKey.prefix, did };
    const proposal = waitsForApproval ? openingOf(deps, apiKey, { by, at, replaces }) : undefined;
    const writes = [
      insertKey({ ...command, recordId: keyId }),
      insertAdminAction({ reasonId: newId(), accountId, by, what, reason, at }),
      ...(proposal === undefined ? endReplaced(replaces, at) : [insertProposal(proposal, reason)]),
    ];
    for (const write of writes) await session.query(write);
    const shown = proposal && (await findProposal(session, proposal.proposalId));
    return { apiKey, key: made.key, proposal: shown ? proposalView(shown, at) : null };
  });
}

/** What the key that is replaced allows when this commits; nobody changes it until then. */
async function limitsNow(
  session: Session,
  { requestsPerMinute, ordering }: Pick<NewApiKey, "requestsPerMinute" | "ordering">,
  replaces: Making["replaces"],
): Promise<Pick<NewApiKey, "requestsPerMinute" | "ordering">> {
  const old = replaces && (await holdApiKey(session, replaces.key_id));
  if (old === undefined) return { requestsPerMinute, ordering };
  return { requestsPerMinute: old.requests_per_minute, ordering: orderingKeyOf(old) ?? null };
}
