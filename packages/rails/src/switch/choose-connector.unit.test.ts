import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type Candidate, chooseConnector, type WantedConnector } from "./choose-connector.ts";

const wanted: WantedConnector = { channel: "MTN_OPEN", amountXof: xof(10_000n), refusedBy: [] };
const candidate = (provider: string, changes: Partial<Candidate> = {}): Candidate => ({
  provider,
  disabledBy: null,
  servesChannel: true,
  place: 1,
  staffPriority: null,
  limits: {},
  payoutsLeft: null,
  circuit: "closed",
  ...changes,
});
const south = candidate("south", { place: 2 });

describe("the connector of an order", () => {
  it("is the one that is asked first, and of two alike the one named first", () => {
    expect(chooseConnector(wanted, [south, candidate("north")])).toEqual({
      provider: "north",
      reason: "first-choice",
      passedOver: [],
    });
    const alike = [candidate("north"), candidate("south")];
    expect(chooseConnector(wanted, alike).provider).toBe("north");
  });

  it.each<readonly [string, Partial<Candidate>]>([
    ["disabled", { disabledBy: "setting" }],
    ["disabled-by-staff", { disabledBy: "staff" }],
    ["channel-not-served", { servesChannel: false }],
    ["below-its-least", { limits: { amountXofMin: xof(10_001n) } }],
    ["above-its-most", { limits: { amountXofMax: xof(9_999n) } }],
    ["not-a-multiple", { limits: { multipleOfXof: xof(3n) } }],
    ["number-used-up", { payoutsLeft: 0 }],
    ["circuit-open", { circuit: "open" }],
  ])("is the next one where the first is %s, and the log says so", (obstacle, changes) => {
    expect(chooseConnector(wanted, [candidate("north", changes), south])).toEqual({
      provider: "south",
      reason: "first-choice",
      passedOver: [{ provider: "north", obstacle }],
    });
  });

  it("is the one that the staff puts first for its channel, and the log says so", () => {
    const moved = { provider: "south", reason: "staff-priority", passedOver: [] };
    const first = candidate("south", { place: 2, staffPriority: 1 });
    expect(chooseConnector(wanted, [candidate("north"), first])).toEqual(moved);
    const last = candidate("north", { staffPriority: 3 });
    expect(chooseConnector(wanted, [last, south])).toEqual(moved);
    const both = [last, candidate("south", { place: 2, staffPriority: 4 })];
    expect(chooseConnector(wanted, both)).toMatchObject({ reason: "first-choice" });
    const out = candidate("north", { disabledBy: "staff" });
    expect(chooseConnector(wanted, [out, first])).toMatchObject({ reason: "first-choice" });
  });

  it("is the first one at the bounds of what it takes", () => {
    const { amountXof: bound } = wanted;
    const limits = { amountXofMin: bound, amountXofMax: bound, multipleOfXof: xof(5n) };
    const north = candidate("north", { limits, payoutsLeft: 1 });
    expect(chooseConnector(wanted, [north, south]).provider).toBe("north");
  });

  it("is never one that refused it", () => {
    const again = { ...wanted, refusedBy: ["north"] };
    expect(chooseConnector(again, [candidate("north"), south])).toEqual({
      provider: "south",
      reason: "fail-over",
      passedOver: [{ provider: "north", obstacle: "refused-before" }],
    });
    const both = { ...wanted, refusedBy: ["north", "south"] };
    expect(chooseConnector(both, [candidate("north"), south]).reason).toBe("nobody-fits");
  });

  it("is one whose circuit is open only where nobody else is left, or to see whether it is well", () => {
    const open = candidate("north", { circuit: "open" });
    expect(
      chooseConnector(wanted, [open, candidate("south", { disabledBy: "setting" })]),
    ).toMatchObject({
      provider: "north",
      reason: "last-resort",
    });
    const usedUp = candidate("north", { payoutsLeft: 0 });
    expect(chooseConnector(wanted, [usedUp])).toMatchObject({
      provider: "north",
      reason: "last-resort",
    });
    const probing = candidate("north", { circuit: "probing" });
    expect(chooseConnector(wanted, [probing, south])).toMatchObject({
      provider: "north",
      reason: "probe",
    });
  });

  it("is nobody's where nobody may", () => {
    const neither = [
      candidate("north", { disabledBy: "setting" }),
      candidate("south", { servesChannel: false }),
    ];
    expect(chooseConnector(wanted, neither)).toEqual({
      provider: null,
      reason: "nobody-fits",
      passedOver: [
        { provider: "north", obstacle: "disabled" },
        { provider: "south", obstacle: "channel-not-served" },
      ],
    });
    expect(chooseConnector(wanted, []).provider).toBeNull();
  });
});
