import { unknownBecause } from "@sanu/rails";
import { describe, expect, it } from "vitest";
import { followedRail } from "./node-hints.ts";
import { chooseReceiver, type ReceiverCandidate } from "./receive-nodes.ts";

const node = (provider: string, changes: Partial<ReceiverCandidate> = {}): ReceiverCandidate => ({
  provider,
  isEnabled: true,
  isClosed: false,
  circuit: "closed",
  ...changes,
});

describe("the next invoice is made", () => {
  it.each<readonly [string, Partial<ReceiverCandidate>, Partial<ReceiverCandidate>, string]>([
    ["at the first one of the setting", {}, {}, "one"],
    ["not at one that gets nothing new", { isEnabled: false }, {}, "two"],
    ["not at one that is closed", { isClosed: true }, {}, "two"],
    ["not at one that does not answer", { circuit: "open" }, {}, "two"],
    ["at one that may answer again", { circuit: "probing" }, {}, "one"],
    ["at a silent one rather than at a closed one", { circuit: "open" }, { isClosed: true }, "one"],
    ["never at one that is disabled", { isClosed: true }, { isEnabled: false }, "one"],
  ])("%s", (_, one, two, chosen) => {
    expect(chooseReceiver([node("one", one), node("two", two)])).toBe(chosen);
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
    const { rail, isClosed } = followedRail(inner(true));
    const closed = unknownBecause("node-closed");
    expect(await rail.createInvoice({} as never)).toEqual(closed);
    expect(await rail.capture("")).toEqual(closed);
    expect(isClosed()).toBe(true);
    expect(calls).toEqual([]);
  });

  it("is one that says something by itself: nobody closes another", async () => {
    await followedRail(inner(false)).rail.createInvoice({} as never);
    expect(calls).toEqual(["made"]);
  });
});
