import { expect, it } from "vitest";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { answerOf } from "./samples/read-samples.fixture.ts";
import { readInbound } from "./translate-inbound.ts";

it("a node can receive what the peers of its active channels hold beyond their reserves", () => {
  expect(readInbound(answerOf("a05-channels"))).toEqual({
    kind: "inbound",
    inboundSats: 2_446_530n,
  });
});

it.each([
  ["no channel", [], 0n],
  ["a channel whose peer is away", [{ active: false, remote: "900" }], 0n],
  ["a peer who holds less than its reserve", [{ active: true, remote: "99" }], 0n],
  [
    "two channels, of which one is empty",
    [
      { active: true, remote: "900" },
      { active: true, remote: "0" },
    ],
    800n,
  ],
] as const)("with %s it can receive what is left", (_, given, inboundSats) => {
  const channels = given.map(({ active, remote }) => ({
    active,
    remote_balance: remote,
    remote_chan_reserve_sat: "100",
  }));
  expect(readInbound({ kind: "answer", json: { channels } })).toEqual({
    kind: "inbound",
    inboundSats,
  });
});

it("what it could receive is unknown without an answer, and with another one", () => {
  expect(readInbound(unknownBecause("no-response"))).toEqual(unknownBecause("no-response"));
  expect(readInbound(answerOf("f19-getinfo-locked")).kind).toBe("unknown");
  expect(readInbound({ kind: "answer", json: { channels: [{}] } })).toEqual(
    unknownBecause("unexpected-response"),
  );
});

it("what it could receive is unknown where it is more than there is of bitcoin", () => {
  const channel = { active: true, remote_chan_reserve_sat: "0" };
  const readOf = (...balances: readonly string[]) => {
    const channels = balances.map((remote_balance) => ({ ...channel, remote_balance }));
    return readInbound({ kind: "answer", json: { channels } });
  };
  const most = "2100000000000000";
  expect(readOf(most)).toEqual({ kind: "inbound", inboundSats: BigInt(most) });
  expect(readOf(most, "1").kind).toBe("unknown");
  expect(readOf("9223372036854775807", "9223372036854775807").kind).toBe("unknown");
});
