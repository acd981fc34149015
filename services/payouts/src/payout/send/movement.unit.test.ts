import { untouched } from "@sanu/attempts";
import { fold } from "@sanu/kernel";
import type { Attempt, Ordered } from "@sanu/platform";
import type { SendStatus } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { payout } from "../decide.ts";
import { at, eventsOf, order } from "../payout.fixture.ts";
import type { Payout } from "../state.ts";
import type { SendDeps } from "./deps.ts";
import { sendMovement } from "./movement.ts";

const deps = {
  rail: { provider: "lnd", retryRule: "resend-same-key" },
  terms: { unconfirmedMs: 86_400_000, unknownMs: 3_600_000 },
} as unknown as SendDeps;
const { requested } = eventsOf();
const { payoutId, transactionId } = order;
const holdRequested = {
  type: "PayoutHoldRequested",
  v: 1,
  payoutId,
  transactionId,
  requestedAt: at,
} as const;
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

describe("a payout that shall be held since it was prepared", () => {
  const step = (earlier: SendStatus["kind"], given: Partial<Attempt> = {}) => {
    const held = {
      ...fold(payout, [requested, holdRequested]),
      attemptNumber: 2,
    } as Ordered<Payout>;
    const earlierSend = { attemptId: "one", naturalKey: "lightning:cd", provider: "lnd" };
    const rail = {
      provider: "lnd",
      retryRule: "resend-same-key",
      status: async () => ({ kind: earlier }),
      send: () => expect.unreachable("nobody is asked to send it"),
    };
    const heldDeps = {
      ...deps,
      rail,
      rails: [rail],
      records: { earlierThan: async () => [{ ...earlierSend, spends: null }] },
      clock: { now: () => at },
    } as unknown as SendDeps;
    return sendMovement(heldDeps).call({
      attempt: attempt({ attemptNumber: 2, naturalKey: "lightning:ab", payload: "", ...given }),
      step: given.calledAt === undefined ? "call" : "resend",
      load: async () => held,
      recall: async () => expect.unreachable("what is remembered may be out of date"),
      beforeCall: () => undefined,
    });
  };

  it("is given up once nothing of it can arrive, and not before", async () => {
    expect(await step("failed")).toMatchObject({
      kind: "rejected",
      command: { kind: "withhold", attemptNumber: 2 },
    });
    expect(await step("in-flight")).toMatchObject({ kind: "not-ready", notCalled: true });
    expect(await step("unknown")).toMatchObject({ kind: "not-ready", notCalled: true });
  });

  it("is not given up where it may have been called, and not called again either", async () => {
    const report = await step("failed", { calledAt: at });
    expect(report).toMatchObject({ step: "resend", kind: "unknown", notCalled: true });
    expect(report.command).toBeUndefined();
  });
});

describe("a payout whose last attempt is refused", () => {
  /** What is reported where an earlier attempt was at this invoice, and which invoices the node was asked about. */
  const refused = async (earlierKey: string, saidOfEarlier: SendStatus["kind"]) => {
    const asked: string[] = [];
    const rail = {
      provider: "lnd",
      retryRule: "resend-same-key",
      async status(naturalKey: string) {
        asked.push(naturalKey);
        if (naturalKey !== "lightning:ab") return { kind: saidOfEarlier };
        return { kind: "failed", reason: "refused-by-receiver" };
      },
    };
    const earlier = { attemptId: "one", naturalKey: earlierKey, provider: "lnd", spends: null };
    const refusedDeps = {
      ...deps,
      terms: { ...deps.terms, attemptsMax: 2 },
      rail,
      rails: [rail],
      records: { earlierThan: async () => [earlier] },
      clock: { now: () => at },
    } as unknown as SendDeps;
    const own = { attemptNumber: 2, naturalKey: "lightning:ab", provider: "lnd", calledAt: at };
    const report = await sendMovement(refusedDeps).checkStatus({
      attempt: attempt({ ...own, state: "unknown", payload: "" }),
      load: async () => fold(payout, [requested]) as Ordered<Payout>,
      recall: async () => expect.unreachable("what is remembered may be out of date"),
      beforeCall: () => undefined,
    });
    return { report, asked };
  };

  it("fails only once an earlier attempt at another invoice can arrive no more", async () => {
    const { report } = await refused("lightning:cd", "in-flight");
    expect(report).toMatchObject({ kind: "unknown", code: "earlier-attempt-open" });
    expect(report.command).toBeUndefined();
    expect((await refused("lightning:cd", "unknown")).report.command).toBeUndefined();
    expect((await refused("lightning:cd", "failed")).report).toMatchObject({
      kind: "rejected",
      command: { kind: "reject-attempt" },
    });
  });

  it("fails by the one answer about its invoice where the earlier attempt was at the same", async () => {
    const { report, asked } = await refused("lightning:ab", "in-flight");
    expect(report).toMatchObject({ kind: "rejected", command: { kind: "reject-attempt" } });
    expect(asked).toEqual(["lightning:ab"]);
  });
});
