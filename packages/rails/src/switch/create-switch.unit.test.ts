import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createSwitch, type SwitchSources } from "./create-switch.ts";

const order = {
  channel: "MTN_OPEN",
  amountXof: xof(10_000n),
  numberHmac: "h",
  refusedBy: [],
} as const;
const rails = [
  { provider: "north", limits: { payoutsPerNumberAndDay: 3 } },
  { provider: "south", serves: (channel: string) => channel === "MTN_OPEN" },
];
const switchOf = (sources: Partial<SwitchSources> = {}) =>
  createSwitch(rails, {
    disabled: [],
    health: async () => new Map(),
    isRecorded: async () => true,
    ...sources,
  });
const chosenBy = async (sources: Partial<SwitchSources>) =>
  (await switchOf(sources).choose(order)).provider;

describe("the switch", () => {
  it("goes by the order of the setting where nobody says anything", async () => {
    expect(await chosenBy({})).toBe("north");
  });

  it("gives no new orders to who is disabled", async () => {
    const disabled = ["north"];
    expect(await chosenBy({ disabled })).toBe("south");
    expect(switchOf({ disabled }).isEnabled("north")).toBe(false);
    expect(switchOf({ disabled }).isEnabled("south")).toBe(true);
    const all = { disabled: ["north", "south"] };
    expect(await switchOf(all).choose(order)).toMatchObject({ provider: null });
  });

  it("counts what a number has had of a provider that counts", async () => {
    const had = (payouts: number) => async () => new Map([["north", payouts]]);
    expect(await chosenBy({ payoutsOf: had(2) })).toBe("north");
    expect(await chosenBy({ payoutsOf: had(3) })).toBe("south");
  });

  it("passes over who has failed of late, and over channels that are not served", async () => {
    const health = async () => new Map([["north", { circuit: "open" as const }]]);
    expect(await chosenBy({ health })).toBe("south");
    const other = await switchOf({ health }).choose({ ...order, channel: "MOOV_BENIN" });
    expect(other).toMatchObject({ provider: "north", reason: "last-resort" });
  });

  it("knows the first alone where nothing says who was chosen", async () => {
    const isRecorded = async () => false;
    const again = { ...order, refusedBy: ["north"] };
    expect(await switchOf({ isRecorded }).choose(again)).toMatchObject({ provider: null });
  });
});
