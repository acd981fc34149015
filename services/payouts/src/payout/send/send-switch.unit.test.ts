import { describe, expect, it } from "vitest";
import { createSendSwitch } from "./send-switch.ts";

const nothingKnown = { kind: "unknown", cause: "no-response" } as const;
const rail = (provider: string, serves?: (channel: string) => boolean) => ({
  provider,
  liquidity: async () => nothingKnown,
  ...(serves && { serves }),
});
const isOffchain = (kind: string) => kind !== "onchain";
const everyKind = ["lightning-address", "bolt11", "lnurl", "onchain"];

describe("the receivers to whom nobody may send", () => {
  it.each([
    ["none, while one node that serves them all gets new sends", ["lnd"], []],
    ["none, while a second one does", ["lnd-two"], []],
    ["those on chain, where only a node without a chain is left", ["lnd", "lnd-two"], ["onchain"]],
    ["all, where every node is disabled", ["lnd", "lnd-two", "phoenixd"], everyKind],
  ])("are %s", (_case, disabled, closed) => {
    const rails = [rail("lnd"), rail("lnd-two"), rail("phoenixd", isOffchain)];
    const sources = { disabled, health: async () => new Map() };
    expect(createSendSwitch(rails, sources).closedReceivers).toEqual(closed);
  });

  it("are not those whom no node of the setting serves: of them the float says that there is none", () => {
    const sources = {
      disabled: ["phoenixd"],
      health: async () => new Map(),
    };
    const { closedReceivers } = createSendSwitch([rail("phoenixd", isOffchain)], sources);
    expect(closedReceivers).toEqual(everyKind.filter((kind) => kind !== "onchain"));
  });
});
