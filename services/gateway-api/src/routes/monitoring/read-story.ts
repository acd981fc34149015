import {
  type AuditEntry,
  GetAccountTrail,
  type GetMonitored,
  paymentsAuditTrail,
  payoutsAuditTrail,
  type ReplyData,
} from "@sanu/contracts";
import { mergeStory, type StoryParts } from "@sanu/platform";
import type { ScopedClient } from "../../clients/request-client.ts";

const trails = { payments: paymentsAuditTrail, payouts: payoutsAuditTrail };

/**
 * What each service has of a transaction, in one list; `missing` names those that could not be asked in time, and the others
 * are told all the same. `mayAskAccount`: what an account was sent, and what was done about it, is for administrators.
 */
export async function readStory(
  client: ScopedClient,
  known: ReplyData<typeof GetMonitored>,
  mayAskAccount: boolean,
) {
  const [moved, account] = await Promise.all([
    readMovements(client, known.streamIds),
    mayAskAccount ? readAccount(client, known) : undefined,
  ]);
  const missing = [...moved.missing, ...(account?.kind === "missing" ? ["identity"] : [])];
  const entries = [...known.entries, ...moved.found.flatMap((trail) => trail.entries)];
  const attempts = moved.found.flatMap((trail) => trail.attempts);
  const parts: StoryParts = {
    entries,
    cases: known.cases,
    attempts,
    callbacks: moved.found.flatMap((trail) => trail.callbacks),
    ...(account?.kind === "found" ? { account: account.trail } : {}),
  };
  return { timeline: inOrder(entries), attempts, story: mergeStory(parts), missing };
}

/** What payments and payouts recorded, and which of them could not be reached. */
async function readMovements(client: ScopedClient, streamIds: string[]) {
  const replies = await Promise.all(
    Object.entries(trails).map(async ([service, { getAuditTrail }]) => ({
      service,
      result: await client.request(getAuditTrail, { streamIds }),
    })),
  );
  return {
    found: replies.flatMap(({ result }) => (result.kind === "replied" ? [result.data] : [])),
    missing: replies.flatMap(({ service, result }) => (result.kind === "replied" ? [] : [service])),
  };
}

/** From its order to its last change. */
async function readAccount(
  client: ScopedClient,
  {
    transaction: { user_id: id, created_at: from, updated_at: to },
  }: ReplyData<typeof GetMonitored>,
) {
  const span = GetAccountTrail.request.parse({ accountId: id, from, to });
  const result = await client.request(GetAccountTrail, span);
  if (result.kind !== "replied") return { kind: "missing" } as const;
  return { kind: "found", trail: { id, ...result.data } } as const;
}

function inOrder(entries: readonly AuditEntry[]): AuditEntry[] {
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}
