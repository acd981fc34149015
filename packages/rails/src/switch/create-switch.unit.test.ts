import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { ConnectorTerms } from "./connector-terms.ts";
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
const asSet = (changes: Partial<ConnectorTerms>) =>
  new Map([
    [
      "north",
      {
        isEnabled: { collection: true, disbursement: true },
        priorities: {},
        limits: {},
        ...changes,
      },
    ],
  ]);
const switchOf = (sources: Partial<SwitchSources> = {}) =>
  createSwitch("disbursement", rails, {
    terms: async () => new Map(),
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

  it("goes by what the staff says: of the direction, the channel and the amount", async () => {
    const only = { collection: false, disbursement: true };
    expect(await chosenBy({ terms: async () => asSet({ isEnabled: only }) })).toBe("north");
    const neither = async () => asSet({ isEnabled: { collection: true, disbursement: false } });
    expect(await chosenBy({ terms: neither })).toBe("south");
    expect(await switchOf({ terms: neither }).isEnabled("north")).toBe(false);
    expect(await switchOf({ terms: neither }).isEnabled("south")).toBe(true);
    const last = async () => asSet({ priorities: { MTN_OPEN: 9 } });
    expect(await chosenBy({ terms: last })).toBe("south");
    const small = async () => asSet({ limits: { amountXofMax: xof(9_999n) } });
    expect(await chosenBy({ terms: small })).toBe("south");
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
