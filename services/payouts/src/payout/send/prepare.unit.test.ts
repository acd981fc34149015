import { untouched } from "@sanu/attempts";
import { fold, plusMs } from "@sanu/kernel";
import { type Attempt, destinationHmac, type Ordered } from "@sanu/platform";
import { expect, it } from "vitest";
import { payout } from "../decide.ts";
import { at, eventsOf, transfers } from "../payout.fixture.ts";
import type { Payout } from "../state.ts";
import type { SendDeps } from "./deps.ts";
import { areOver } from "./earlier-sends.ts";
import { prepareSend } from "./prepare.ts";

const receiver = "bc1q77sxc264ahed883rqv80czh6jyhsvxdmg879dj";
const hmacKey = Buffer.alloc(32, 1);
const onchain = {
  ...transfers.send,
  receiverKind: "onchain",
  receiverHmac: destinationHmac(hmacKey, receiver),
} as const;

it("a receiver's server is asked again behind an hour in which nobody asked", async () => {
  const address = "awa@wallet.example";
  const served = {
    ...transfers.send,
    receiverKind: "lightning-address",
    receiverHmac: destinationHmac(hmacKey, address),
  } as const;
  const deps = {
    rail: {
      provider: "lnd",
      prepare: async () => ({ kind: "unknown", cause: "no-response", isOfReceiver: true }),
    },
    nodes: { isEnabled: () => true },
    records: { earlierThan: async () => [] },
    request: async () => ({
      kind: "replied",
      data: { destination: address, hmacKey: hmacKey.toString("base64url") },
    }),
    network: "mainnet",
    clock: { now: () => at },
    terms: {
      attemptsMax: 3,
      feeLimitBasisPoints: 100n,
      invoiceWaitMs: 1_200_000,
      batch: { payoutsMax: 1 },
    },
  } as unknown as SendDeps;
  const state = fold(payout, [eventsOf(served).requested]) as Ordered<Payout>;
  const createdAt = plusMs(at, -3_600_000);
  const triedBefore = (statusChecks: number, lastError = "no-response") =>
    prepareSend(deps, {
      attempt: {
        ...untouched,
        attemptNumber: 1,
        createdAt,
        claimedAt: at,
        statusChecks,
        lastError,
      } as Attempt,
      load: async () => state,
      recall: async () => state,
      beforeCall: () => undefined,
    });
  const askedAgain = { report: { kind: "unknown", code: "no-response" } };
  expect(await triedBefore(0)).toMatchObject(askedAgain);
  // All that time something of our own was missing.
  expect(await triedBefore(120, "destination-unavailable")).toMatchObject(askedAgain);
  expect(await triedBefore(120, "provider-disabled")).toMatchObject(askedAgain);
  expect(await triedBefore(3)).toMatchObject({
    report: { kind: "rejected", command: { reason: "refused-by-receiver" } },
  });
});

it("a holder that stood still signs nothing: it would free the coins of what another one has stored", async () => {
  const forbidden = new Error("the lease is too old");
  const deps = {
    rail: {
      provider: "lnd",
      prepare: () => expect.unreachable("coins are put aside again"),
    },
    nodes: { isEnabled: () => true },
    records: { earlierThan: async () => [] },
    request: async () => ({
      kind: "replied",
      data: { destination: receiver, hmacKey: hmacKey.toString("base64url") },
    }),
    network: "mainnet",
    terms: { attemptsMax: 3, feeLimitBasisPoints: 100n, batch: { payoutsMax: 1 } },
  } as unknown as SendDeps;
  const state = fold(payout, [eventsOf(onchain).requested]) as Ordered<Payout>;
  const preparing = prepareSend(deps, {
    attempt: { ...untouched, attemptNumber: 1 } as Attempt,
    load: async () => state,
    recall: async () => state,
    beforeCall() {
      throw forbidden;
    },
  });
  await expect(preparing).rejects.toBe(forbidden);
});

it("a payout on chain whose money was sent over Lightning before is in no batch, which would not ask whether that arrives", async () => {
  const earlier = [
    { attemptId: "one", naturalKey: "lightning:ab", provider: "lnd", spends: null },
  ] as const;
  const rail = {
    provider: "lnd",
    prepare: async () => ({
      kind: "accepted",
      value: { naturalKey: "chain:cd", payload: "", spends: [], destinationMark: null },
    }),
    prepareBatch: () => expect.unreachable("it waits for no others"),
    status: async () => ({ kind: "in-flight" }),
  };
  const prepareBehind = (sent: readonly object[]) =>
    prepareSend(
      {
        rail,
        rails: [rail],
        nodes: { isEnabled: () => true },
        records: { earlierThan: async () => sent },
        request: async () => ({
          kind: "replied",
          data: { destination: receiver, hmacKey: hmacKey.toString("base64url") },
        }),
        network: "mainnet",
        clock: { now: () => at },
        terms: {
          attemptsMax: 3,
          feeLimitBasisPoints: 100n,
          batch: { payoutsMax: 2, waitMs: 1_000 },
        },
      } as unknown as SendDeps,
      {
        attempt: { ...untouched, attemptNumber: 1 } as Attempt,
        load: async () => fold(payout, [eventsOf(onchain).requested]) as Ordered<Payout>,
        recall: () => expect.unreachable("nothing of it is remembered"),
        beforeCall: () => undefined,
      },
    );
  expect(await prepareBehind([])).toMatchObject({ report: { code: "awaits-batch" } });
  expect(await prepareBehind(earlier)).toMatchObject({
    report: { kind: "not-ready", code: "earlier-attempt-open" },
  });
});

it("asks once about an invoice, however often it was tried", async () => {
  const asked: string[] = [];
  const railOf = (provider: string) => ({
    provider,
    async status(naturalKey: string) {
      asked.push(`${provider} ${naturalKey}`);
      return { kind: "failed", reason: "no-route" };
    },
  });
  const rails = ["lnd", "lnd-bob"].map(railOf) as unknown as SendDeps["rails"];
  const tried = (provider: string, naturalKey: string) => ({
    attemptId: "one",
    naturalKey,
    provider,
    spends: null,
  });
  const earlier = [
    tried("lnd", "lightning:ab"),
    tried("lnd", "lightning:ab"),
    tried("lnd-bob", "lightning:ab"),
    tried("lnd", "lightning:cd"),
  ];
  expect(await areOver({ rails }, earlier)).toBe(true);
  expect(asked).toEqual(["lnd lightning:ab", "lnd-bob lightning:ab", "lnd lightning:cd"]);
});
