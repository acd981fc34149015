import { type Sats, sats } from "@sanu/kernel";
import { type InboundReading, unknownBecause } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { inboundLimits, lastInbound } from "./last-inbound.ts";
import { followedRail } from "./node-hints.ts";
import { chooseReceiver, type ReceiverCandidate } from "./receive-nodes.ts";

const node = (provider: string, changes: Partial<ReceiverCandidate> = {}): ReceiverCandidate => ({
  provider,
  isEnabled: true,
  isClosed: false,
  circuit: "closed",
  inboundSats: null,
  ...changes,
});
const wantedSats = sats(17_007n);

describe("the next invoice is made", () => {
  it.each<readonly [string, Partial<ReceiverCandidate>, Partial<ReceiverCandidate>, string]>([
    ["at the first one of the setting", {}, {}, "one"],
    ["not at one that gets nothing new", { isEnabled: false }, {}, "two"],
    ["not at one that is closed", { isClosed: true }, {}, "two"],
    ["not at one that does not answer", { circuit: "open" }, {}, "two"],
    ["at one that may answer again", { circuit: "probing" }, {}, "one"],
    ["at a silent one rather than at a closed one", { circuit: "open" }, { isClosed: true }, "one"],
    ["not at one without room for it", { inboundSats: sats(17_006n) }, {}, "two"],
    ["at one with just enough room", { inboundSats: wantedSats }, {}, "one"],
    [
      "at the first one where none has room",
      { inboundSats: sats(0n) },
      { inboundSats: sats(9n) },
      "one",
    ],
    [
      "at one without room rather than at a silent one",
      { inboundSats: sats(0n) },
      { circuit: "open" },
      "one",
    ],
    ["never at one that is disabled", { isClosed: true }, { isEnabled: false }, "one"],
  ])("%s", (_, one, two, chosen) => {
    expect(chooseReceiver(wantedSats, [node("one", one), node("two", two)])).toBe(chosen);
  });
});

describe("a node that may have been closed", () => {
  const calls: string[] = [];
  const inner = (isFollowed: boolean) =>
    ({
      provider: "one",
      createInvoice: async () => calls.push("made"),
      capture: async () => calls.push("captured"),
      ...(isFollowed && { follow: async function* () {} }),
    }) as unknown as Parameters<typeof followedRail>[0];

  it("gets nothing before anybody has looked whether it is", async () => {
    const { rail } = followedRail(inner(true));
    const closed = unknownBecause("node-closed");
    expect(await rail.createInvoice({} as never)).toEqual(closed);
    expect(await rail.capture("")).toEqual(closed);
    expect(rail.isClosed()).toBe(true);
    expect(calls).toEqual([]);
  });

  it("is one that says something by itself: nobody closes another", async () => {
    await followedRail(inner(false)).rail.createInvoice({} as never);
    expect(calls).toEqual(["made"]);
  });
});

describe("what a node could receive", () => {
  it("is asked by who orders, without waiting, and is there for the next; what is unknown then speaks against nobody", async () => {
    let nowMs = 0;
    let said: InboundReading = { kind: "inbound", inboundSats: sats(5n) };
    let asked = 0;
    const inbound = async () => ((asked += 1), said);
    const last = lastInbound({ inbound }, () => nowMs);
    const next = async (): Promise<Sats | null> => {
      const known = last();
      await Promise.resolve();
      return known;
    };

    expect([await next(), await next(), asked]).toEqual([null, 5n, 1]);
    nowMs += inboundLimits.keptMs;
    said = unknownBecause("no-response");
    expect([await next(), await next(), asked]).toEqual([5n, null, 2]);
  });

  it("is never known of one that does not tell", () => {
    expect(lastInbound({})()).toBeNull();
  });
});
