import { describe, expect, it } from "vitest";
import type { AttemptReport } from "./attempt-report.ts";
import { heldByEarlier, onceOthersAreOver } from "./earlier-attempts.ts";

const refusal: AttemptReport<string> = { step: "check-status", kind: "rejected", code: "no-route" };
const waits = { kind: "unknown", code: "earlier-attempt-open" };

describe("an attempt behind one that was refused", () => {
  it("is called where nobody says that the earlier one arrived", () => {
    expect(heldByEarlier("call", "none", () => "end")).toBeUndefined();
  });

  it("is called by nobody where it arrived after all, and the movement ends by that", () => {
    const code = "earlier-attempt-arrived";
    const held = { kind: "rejected", code, command: "end", notCalled: true };
    expect(heldByEarlier("call", "stands", () => "end")).toMatchObject(held);
  });

  it("is called by nobody where that was taken back, and ends nothing: people say what is right", () => {
    const held = heldByEarlier("call", "taken-back", () => "end");
    expect(held).toMatchObject({ kind: "not-ready", code: "earlier-attempt-open" });
    expect(held).not.toHaveProperty("command");
  });
});

describe("the refusal of an attempt", () => {
  const ended = (arrival: "none" | "stands" | "taken-back", isOpen: boolean) =>
    onceOthersAreOver(refusal, { state: "open" }, { arrival, isOpen: async () => isOpen });

  it("ends its movement once no earlier one can arrive, and by one that has arrived", async () => {
    expect(await ended("none", false)).toBe(refusal);
    expect(await ended("stands", true)).toBe(refusal);
  });

  it("ends nothing while an earlier one may arrive, or where its provider has said both", async () => {
    expect(await ended("none", true)).toMatchObject(waits);
    expect(await ended("taken-back", false)).toMatchObject(waits);
  });

  it("of one that is over stays what it is", async () => {
    const earlier = { arrival: "none", isOpen: async () => true } as const;
    expect(await onceOthersAreOver(refusal, { state: "rejected" }, earlier)).toBe(refusal);
  });
});
