import { randomInt, randomUUID } from "node:crypto";
import type { ProviderOrder, ProviderServer } from "@sanu/sandbox";
import type { SentCallback } from "@sanu/testing";

/** What the gateway may answer to a callback of a kind: where nobody signs, each is one more hint. */
const allowedAnswers = {
  genuine: [200],
  claim: [200],
  "another order": [200],
  forged: [401],
  altered: [401],
  // Not every signature bears a moment.
  stale: [200, 400],
} as const;
type ProviderCallbackKind = keyof typeof allowedAnswers;

export interface ProviderCallback extends SentCallback {
  readonly kind: ProviderCallbackKind;
}

/** Older than a callback may be (`callbackLimits`). */
const staleMs = 400_000;

/** The callback about an order as the provider would send it now. */
export function callbackAbout(
  server: ProviderServer,
  order: ProviderOrder,
  kind: ProviderCallbackKind = "genuine",
  nowMs?: () => number,
): ProviderCallback | undefined {
  const signed = server.callbackOf(order, nowMs);
  if (signed === null) return undefined;
  const headers = { "content-type": "application/json", ...signed.headers() };
  return { kind, headers, body: Buffer.from(signed.body) };
}

/** An order as it would be if its payer had paid so much, or had declined. */
const endedAs = (order: ProviderOrder, arrivedXof: bigint): ProviderOrder => ({
  ...order,
  state: arrivedXof === 0n ? "failed" : "settled",
  failure: arrivedXof === 0n ? "declined" : null,
  arrivedXof,
  endedAtMs: Date.now(),
});

/** Ten callbacks that may have no effect: the provider knows of nothing, or somebody else signed, or too long ago. */
export function liesAbout(
  [server, stranger]: readonly [ProviderServer, ProviderServer],
  { unpaid, paid }: { readonly unpaid: ProviderOrder; readonly paid: ProviderOrder },
): readonly ProviderCallback[] {
  const claim = endedAs(unpaid, unpaid.amountXof);
  const nobodys = { ...claim, id: randomInt(2 ** 30, 2 ** 31), key: randomUUID() };
  const longAgo = () => Date.now() - staleMs;
  const ahead = () => Date.now() + staleMs;
  const [claimed, genuine] = [callbackAbout(server, claim), callbackAbout(server, paid)];
  const altered =
    claimed && genuine && ({ ...genuine, kind: "altered", body: claimed.body } as const);
  return [
    callbackAbout(server, claim, "claim"),
    callbackAbout(server, claim, "claim"),
    callbackAbout(server, endedAs(unpaid, 1n), "claim"),
    callbackAbout(server, endedAs(paid, 0n), "claim"),
    callbackAbout(server, nobodys, "another order"),
    callbackAbout(stranger, claim, "forged"),
    callbackAbout(stranger, paid, "forged"),
    altered,
    callbackAbout(server, claim, "stale", longAgo),
    callbackAbout(server, claim, "stale", ahead),
  ].flatMap((callback) => callback ?? []);
}

/** Which answers are right: where nothing tells the provider's callbacks from a stranger's, each is a hint or none. */
export function answersAllowed(
  callbacks: readonly ProviderCallback[],
): (kind: ProviderCallbackKind) => readonly number[] {
  const isSigned = callbacks.some(({ headers }) => Object.keys(headers).length > 1);
  return (kind) => (isSigned ? allowedAnswers[kind] : [200, 400, 401]);
}
