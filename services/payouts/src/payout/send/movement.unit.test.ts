import { untouched } from "@sanu/attempts";
import type { Attempt } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import type { SendDeps } from "./deps.ts";
import { sendMovement } from "./movement.ts";

const deps = {
  rail: { provider: "lnd", retryRule: "resend-same-key" },
  terms: { unconfirmedMs: 86_400_000, unknownMs: 3_600_000 },
} as unknown as SendDeps;
const attempt = (changes: Partial<Attempt>) => ({ ...untouched, ...changes }) as Attempt;
const reviewedAfterMs = (changes: Partial<Attempt>) =>
  sendMovement(deps).limitsOf?.(attempt(changes)).reviewAfterMs;
const waitedForMs = (changes: Partial<Attempt>) =>
  sendMovement(deps).limitsOf?.(attempt(changes)).reviewRecoverableAfterMs;

describe("a person is asked to look", () => {
  const published = { naturalKey: "chain:ab", state: "accepted" } as const;

  it("at a transaction that the node has, only when it has waited too long for its blocks", () => {
    expect(reviewedAfterMs(published)).toBe(86_400_000);
    expect(reviewedAfterMs({ ...published, lastError: "no-response" })).toBe(86_400_000);
  });

  it.each<readonly [string, Partial<Attempt>]>([
    ["is paid over Lightning", { naturalKey: "lightning:ab", state: "accepted" }],
    ["nobody knows to be published", { ...published, state: "unknown" }],
    ["the node has lost again", { ...published, lastError: "not-found" }],
    ["is not prepared", { naturalKey: null }],
  ])("at what %s as always", (_, changes) => {
    expect(reviewedAfterMs(changes)).toBeUndefined();
  });

  it("within the hour at an invoice that the node refuses to be sent again: it has ended meanwhile", () => {
    const refused = { naturalKey: "lightning:ab", state: "unknown" } as const;
    expect(waitedForMs({ ...refused, callError: "rejected-when-resent" })).toBe(3_600_000);
    expect(waitedForMs({ ...refused, callError: "unreachable" })).toBeUndefined();
    const signed = { naturalKey: "chain:ab", callError: "rejected-when-resent" };
    expect(waitedForMs(signed)).toBeUndefined();
  });

  it("within the hour at a batch that the node refuses: no attempt follows it", () => {
    const batched = { naturalKey: "chain:ab:0", state: "unknown" } as const;
    expect(waitedForMs({ ...batched, callError: "rejected-when-resent" })).toBe(3_600_000);
    expect(waitedForMs({ ...batched, callError: "unreachable" })).toBeUndefined();
  });
});
