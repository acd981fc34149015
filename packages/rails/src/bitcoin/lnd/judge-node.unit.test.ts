import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { LndAnswer } from "./answer.ts";
import {
  isAllowed,
  judgeChannels,
  judgeInfo,
  judgeRight,
  judgeService,
  judgeWallet,
} from "./judge-node.ts";
import { answerOf } from "./samples/read-samples.fixture.ts";

const changed = (id: string, change: object): LndAnswer => {
  const answer = answerOf(id);
  const json = answer.kind === "answer" ? (answer.json as object) : {};
  return { kind: "answer", json: { ...json, ...change } };
};
const verdicts = (findings: readonly { readonly verdict: string }[]) =>
  findings.map(({ verdict }) => verdict);

describe("what a node says of itself", () => {
  it("is fine where it answers, sees the newest block and is of our network", () => {
    const findings = judgeInfo(answerOf("a01-getinfo"), "regtest");
    expect(verdicts(findings)).toEqual(["fine", "fine", "fine", "fine"]);
    expect(findings[1]?.said).toBe("lnd 0.21.2-beta on regtest");
  });

  it.each([
    ["another network", answerOf("a01-getinfo"), "mainnet"],
    ["blocks behind", changed("a01-getinfo", { synced_to_chain: false }), "regtest"],
    ["a macaroon of another node", answerOf("a10-foreign-macaroon"), "regtest"],
  ] as const)("is wrong with %s", (_what, answer, network) => {
    expect(verdicts(judgeInfo(answer, network))).toContain("wrong");
  });

  it.each(["f19-getinfo-locked", "f24-getinfo-right-after-unlock", "i01-getinfo-chain-down"])(
    "is open with %s",
    (id) => expect(verdicts(judgeInfo(answerOf(id), "regtest"))).toEqual(["open"]),
  );
});

describe("a right", () => {
  it.each([
    ["b08-lookup-unknown", "fine"],
    ["c12-hodl-cltv-small", "fine"],
    ["c06-settle-unknown", "fine"],
    ["a13c-invoice-macaroon-cancel", "fine"],
    ["h11-invoices-page", "fine"],
    ["a11-readonly-macaroon-writes", "wrong"],
    ["f20-hodl-locked", "open"],
  ])("is shown by %s: %s", (id, verdict) => {
    expect(judgeRight("it", answerOf(id)).verdict).toBe(verdict);
  });

  it("to send is payouts', to make invoices is payments', and both are nobody's", () => {
    const judge = (maySend: boolean, mayReceive: boolean) =>
      judgeService({ maySend, mayReceive }).verdict;
    expect([judge(false, true), judge(true, false), judge(true, true)]).toEqual([
      "fine",
      "fine",
      "wrong",
    ]);
    expect(isAllowed(answerOf("a12-invoice-macaroon-sends"))).toBe(false);
    expect(isAllowed(answerOf("b16-decode-rubbish"))).toBe(true);
  });
});

describe("what a node can move", () => {
  it("is what its active channels hold beyond their reserves", () => {
    const findings = judgeChannels(answerOf("a05-channels"));
    expect(findings.map(({ said }) => said)).toEqual([
      "1 of 1 channels active",
      "inbound: 2446530 sats",
      "outbound: 2450000 sats",
    ]);
    expect(verdicts(findings)).toEqual(["fine", "fine", "fine"]);
  });

  it("is nothing without channels, and unknown without an answer", () => {
    expect(verdicts(judgeChannels(changed("a05-channels", { channels: [] })))).toEqual([
      "wrong",
      "wrong",
      "wrong",
    ]);
    expect(verdicts(judgeChannels(unknownBecause("not-permitted")))).toEqual(["wrong"]);
  });

  it("has coins for its fees on chain", () => {
    expect(judgeWallet(answerOf("a03-balance-onchain"))).toMatchObject([
      { verdict: "fine", said: "on chain: 23799996920 sats, 10000 of them in reserve" },
    ]);
    const empty = changed("a03-balance-onchain", { confirmed_balance: "10000" });
    expect(verdicts(judgeWallet(empty))).toEqual(["open"]);
  });
});
