import { describe, expect, it } from "vitest";
import type { CollectionFailure } from "../ports/collection-rail.ts";
import type { DisburseFailure } from "../ports/disburse-rail.ts";
import { collectionFailsOver, disbursementFailsOver } from "./fails-over.ts";

describe("another provider is asked", () => {
  it.each<readonly [CollectionFailure, boolean, boolean]>([
    ["refused-by-provider", true, false],
    ["declined", false, false],
    ["insufficient-funds", false, false],
    ["expired", false, false],
    ["cancelled", false, false],
  ])("for a collection that is %s: at the call %s, later %s", (reason, atCall, later) => {
    expect(collectionFailsOver(reason, "call")).toBe(atCall);
    expect(collectionFailsOver(reason, "status")).toBe(later);
  });

  it.each<readonly [DisburseFailure, boolean, boolean]>([
    ["channel-closed", true, true],
    ["insufficient-float", true, true],
    ["refused-by-provider", true, false],
    ["receiver-not-found", false, false],
    ["receiver-wallet-full", false, false],
  ])("for a payout that is %s: at the call %s, later %s", (reason, atCall, later) => {
    expect(disbursementFailsOver(reason, "call")).toBe(atCall);
    expect(disbursementFailsOver(reason, "status")).toBe(later);
  });
});
