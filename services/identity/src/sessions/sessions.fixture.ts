import {
  CheckSession,
  LogIn,
  RefreshToken,
  type RefusalCode,
  type ReplyData,
} from "@sanu/contracts";
import type { AccountId } from "@sanu/kernel";
import type { RequestResult } from "@sanu/platform";
import {
  activated,
  type Person,
  patiently,
  person,
  type RunningIdentity,
} from "../identity.fixture.ts";
import type { PresentedToken } from "./refresh-session.ts";

export interface HeldToken extends PresentedToken {
  readonly text: string;
}

export function claimsOf(text: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(text.split(".")[1] ?? "", "base64url").toString());
}

function held(text: string): HeldToken {
  const { sub, sid, jti } = claimsOf(text);
  return { text, accountId: sub as AccountId, sessionId: String(sid), tokenId: String(jti) };
}

export async function loggedIn(identity: RunningIdentity, who: Person): Promise<HeldToken> {
  const { email, password } = who;
  const result = await patiently(identity, LogIn, { email, password });
  if (result.kind !== "replied") throw new Error(`login: ${JSON.stringify(result)}`);
  return held(result.data.token);
}

export async function newcomer(
  identity: RunningIdentity,
): Promise<{ readonly who: Person; readonly token: HeldToken }> {
  const who = person();
  await activated(identity, who);
  return { who, token: await loggedIn(identity, who) };
}

type Refreshed = RequestResult<ReplyData<typeof RefreshToken>, RefusalCode<typeof RefreshToken>>;

export function refresh(identity: RunningIdentity, token: PresentedToken): Promise<Refreshed> {
  const { accountId, sessionId, tokenId } = token;
  return identity.request(RefreshToken, { accountId, sessionId, tokenId });
}

export async function refreshed(
  identity: RunningIdentity,
  token: PresentedToken,
): Promise<HeldToken> {
  const result = await refresh(identity, token);
  if (result.kind !== "replied") throw new Error(`refresh: ${JSON.stringify(result)}`);
  return held(result.data.token);
}

export async function isLive(identity: RunningIdentity, token: PresentedToken): Promise<boolean> {
  const { sessionId, tokenId } = token;
  const result = await identity.request(CheckSession, { sessionId, tokenId });
  if (result.kind !== "replied") throw new Error(`check: ${JSON.stringify(result)}`);
  return result.data.isLive;
}
