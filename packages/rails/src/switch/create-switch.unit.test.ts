import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createSwitch, type SwitchSources } from "./create-switch.ts";
import type { StaffTerms } from "./staff-terms.ts";

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
const nothingSaid: StaffTerms = {
  isEnabled: true,
  priorities: {},
  amountXofMin: null,
  amountXofMax: null,
};
const staffSays = (provider: string, terms: Partial<StaffTerms>) => ({
  terms: async () => new Map([[provider, { ...nothingSaid, ...terms }]]),
});
const switchOf = (sources: Partial<SwitchSources> = {}) =>
  createSwitch(rails, {
    disabled: [],
    terms: async () => new Map<string, StaffTerms>(),
    health: async () => new Map(),
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
    expect(await switchOf({ disabled }).isEnabled("north")).toBe(false);
    expect(await switchOf({ disabled }).isEnabled("south")).toBe(true);
    const all = { disabled: ["north", "south"] };
    expect(await switchOf(all).choose(order)).toMatchObject({ provider: null });
  });

  it("obeys the staff within what the setting allows", async () => {
    const out = staffSays("north", { isEnabled: false });
    expect(await switchOf(out).choose(order)).toMatchObject({
      provider: "south",
      passedOver: [{ provider: "north", obstacle: "disabled-by-staff" }],
    });
    expect(await switchOf(out).isEnabled("north")).toBe(false);
    const both = { disabled: ["north"], ...staffSays("north", { isEnabled: true }) };
    expect(await switchOf(both).choose(order)).toMatchObject({
      passedOver: [{ provider: "north", obstacle: "disabled" }],
    });
    expect(await switchOf(both).isEnabled("north")).toBe(false);
  });

  it("closes the channels that only the disabled serve, and none that nobody ever served", async () => {
    const closed = (sources: Partial<SwitchSources>) => switchOf(sources).closedChannels();
    expect(await closed({})).toEqual([]);
    expect(await closed({ disabled: ["south"] })).toEqual([]);
    const others = await closed(staffSays("north", { isEnabled: false }));
    expect(others).toContain("MOOV_BENIN");
    expect(others).not.toContain("MTN_OPEN");
    expect(await closed({ disabled: ["north", "south"] })).toContain("MTN_OPEN");
    const south = createSwitch(rails.slice(1), {
      disabled: ["south"],
      terms: async () => new Map<string, StaffTerms>(),
      health: async () => new Map(),
    });
    expect(await south.closedChannels()).toEqual(["MTN_OPEN"]);
  });

  it("knows what is beyond everybody who gets new orders of a channel", async () => {
    const limits = (min: bigint, max: bigint) => ({
      amountXofMin: xof(min),
      amountXofMax: xof(max),
    });
    const bounded = (sources: Partial<SwitchSources>) =>
      createSwitch(
        [
          { provider: "north", limits: limits(200n, 500n) },
          {
            provider: "south",
            limits: limits(100n, 900n),
            serves: (channel: string) => channel === "MTN_OPEN",
          },
        ],
        {
          disabled: [],
          terms: async () => new Map<string, StaffTerms>(),
          health: async () => new Map(),
          ...sources,
        },
      ).channelBounds();
    const of = (min: bigint | null, max: bigint | null, channel = "MTN_OPEN") =>
      expect.objectContaining({ channel, amountXofMin: min, amountXofMax: max });
    expect(await switchOf().channelBounds()).toEqual([]);
    expect(await bounded({})).toContainEqual(of(100n, 900n));
    expect(await bounded({})).toContainEqual(of(200n, 500n, "MOOV_BENIN"));
    expect(await bounded({ disabled: ["south"] })).toContainEqual(of(200n, 500n));
    expect(await bounded({ disabled: ["north"] })).toEqual([of(100n, 900n)]);
    const tighter = staffSays("south", { amountXofMax: xof(300n), amountXofMin: xof(250n) });
    expect(await bounded(tighter)).toContainEqual(of(200n, 500n));
    const unbounded = createSwitch([...rails, { provider: "east", limits: limits(1n, 2n) }], {
      disabled: ["north"],
      health: async () => new Map(),
      ...staffSays("south", { amountXofMin: xof(5n) }),
    });
    expect(await unbounded.channelBounds()).toContainEqual(of(1n, null));
  });

  it("puts first whom the staff puts first, for that channel alone", async () => {
    const first = staffSays("south", { priorities: { MTN_OPEN: 1 } });
    expect(await switchOf(first).choose(order)).toMatchObject({
      provider: "south",
      reason: "staff-priority",
    });
    expect(await chosenBy(staffSays("south", { priorities: { MOOV_BENIN: 1 } }))).toBe("north");
  });

  it("goes by the tighter bound of a provider and the staff", async () => {
    const [less, more] = [xof(9_999n), xof(10_001n)];
    const bounded = (ofProvider: object, ofStaff: Partial<StaffTerms>) =>
      createSwitch([{ provider: "north", limits: ofProvider }], {
        disabled: [],
        health: async () => new Map(),
        ...staffSays("north", ofStaff),
      }).choose(order);
    const obstacleOf = async (...of: Parameters<typeof bounded>) =>
      (await bounded(...of)).passedOver[0]?.obstacle;
    expect(await obstacleOf({}, { amountXofMax: less })).toBe("above-its-most");
    expect(await obstacleOf({}, { amountXofMin: more })).toBe("below-its-least");
    expect(await obstacleOf({ amountXofMax: less }, { amountXofMax: more })).toBe("above-its-most");
    expect(await obstacleOf({ amountXofMin: more }, { amountXofMin: less })).toBe(
      "below-its-least",
    );
    expect(await obstacleOf({ amountXofMax: more }, { amountXofMin: less })).toBeUndefined();
  });

  it("sends one order to a provider that failed, and the others elsewhere where anybody is left", async () => {
    const health = async () => new Map([["north", { circuit: "probing" as const }]]);
    const claims: string[] = [];
    const claimProbe = async (provider: string) => claims.push(provider) === 1;
    const connectors = switchOf({ health, claimProbe });
    expect(await connectors.consider(order)).toMatchObject({ reason: "probe" });
    expect(claims).toEqual([]);
    expect(await connectors.choose(order)).toMatchObject({ provider: "north", reason: "probe" });
    expect(await connectors.choose(order)).toMatchObject({
      provider: "south",
      passedOver: [{ provider: "north", obstacle: "circuit-open" }],
    });
    const alone = switchOf({ health, claimProbe, disabled: ["south"] });
    expect(await alone.choose(order)).toMatchObject({ provider: "north", reason: "last-resort" });
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
});
