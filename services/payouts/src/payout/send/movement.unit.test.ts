import { untouched } from "@sanu/attempts";
import type { Attempt } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import type { SendDeps } from "./deps.ts";
import { sendMovement } from "./movement.ts";

const deps = {
  rail: { provider: "lnd", retryRule: "resend-same-key" },
  terms: { unconfirmedMs: 86_400_000 },
} as unknown as SendDeps;
const attempt = (changes: Partial<Attempt>) => ({ ...untouched, ...changes }) as Attempt;
const reviewedAfterMs = (changes: Partial<Attempt>) =>
  sendMovement(deps).limitsOf?.(attempt(changes)).reviewAfterMs;

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
});
