import type { AccountId } from "@sanu/kernel";
import type { Principal } from "../../auth/verified-tokens.ts";
import { problem } from "../../plugins/problems.ts";

interface OwnSession {
  readonly accountId: AccountId;
  readonly sessionId: string;
}

export const ofStaff = <const Method extends "GET" | "POST">(method: Method, url: string) =>
  ({ method, url, access: "staff", tag: "accounts" }) as const;

/** Who comes by the staging header has no session, and no second factor to prove in it. */
export async function inOwnSession<Outcome>(
  { accountId, token }: Principal,
  work: (of: OwnSession) => Promise<Outcome>,
) {
  if (token === null) return problem("unauthenticated");
  return work({ accountId, sessionId: token.sessionId });
}
