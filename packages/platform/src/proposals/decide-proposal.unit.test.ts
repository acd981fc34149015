import { type AccountId, instant, newId, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { type DecideProposal, decideProposal } from "./decide-proposal.ts";
import type { Proposal, Standing } from "./proposal.ts";

const at = instant("2026-11-23T10:00:00.000000Z");
const [proposer, approver, about] = [
  newId<"AccountId">(),
  newId<"AccountId">(),
  newId<"AccountId">(),
];
const forLong: Standing = { mayDecide: true, since: plusMs(at, -1_000_000_000) };
const proposal: Proposal = {
  proposalId: newId(),
  operation: "change-user",
  accountId: about,
  content: "{}",
  contentSha256: "hash",
  status: "proposed",
  proposedBy: proposer,
  proposedAt: plusMs(at, -60_000),
  expiresAt: plusMs(at, 60_000),
  decidedBy: null,
  decidedAt: null,
  reason: "because",
  decisionReason: null,
};
const approve: DecideProposal = {
  decision: "approve",
  by: approver,
  contentSha256: "hash",
  decider: forLong,
  proposer: forLong,
  at,
  terms: { newcomerWaitsMs: 3_600_000, isSoleAdminAllowed: false },
};
const decide = (changes: Partial<DecideProposal> = {}, of: Partial<Proposal> = {}) =>
  decideProposal({ ...proposal, ...of }, { ...approve, ...changes });
const refused = (code: string) => ({ kind: "refused", code });
const settled = (as: string) => ({ kind: "settle", as });
const sole = { ...approve.terms, isSoleAdminAllowed: true };

describe("what one of the staff proposed", () => {
  it("is approved by another person than its proposer and than who it is about", () => {
    expect(decide()).toEqual(settled("executed"));
    expect(decide({ by: proposer })).toEqual(refused("own-proposal"));
    expect(decide({ by: about })).toEqual(refused("own-account"));
    expect(decide({ by: about, decision: "reject" })).toEqual(refused("own-account"));
  });

  it("is approved by its proposer only where one admin is allowed and there is one, and about herself nowhere", () => {
    const decider = { ...forLong, isOnlyAdmin: true };
    expect(decide({ by: proposer, decider, terms: sole })).toEqual(settled("executed"));
    expect(decide({ by: proposer, decider })).toEqual(refused("own-proposal"));
    expect(decide({ by: proposer, terms: sole })).toEqual(refused("own-proposal"));
    const own = { accountId: proposer };
    expect(decide({ by: proposer, decider, terms: sole }, own)).toEqual(refused("own-account"));
  });

  it("is decided by who is of the staff now, and void where its proposer is no more", () => {
    const nobody: Standing = { mayDecide: false, since: null };
    for (const decision of ["approve", "reject", "withdraw"] as const) {
      expect(decide({ decision, decider: nobody })).toEqual(refused("forbidden"));
    }
    expect(decide({ proposer: nobody })).toEqual(settled("void"));
    expect(decide({ by: proposer, proposer: nobody, decider: nobody, terms: sole })).toEqual(
      refused("forbidden"),
    );
  });

  it("waits where who approves was made one of the staff behind it", () => {
    const behind = { ...forLong, since: plusMs(proposal.proposedAt, 1) };
    expect(decide({ decider: behind })).toEqual(refused("approver-too-new"));
    expect(decide({ decider: { ...behind, since: proposal.proposedAt } })).toEqual(
      settled("executed"),
    );
    const waited = plusMs(behind.since, 3_600_000);
    const open = { expiresAt: plusMs(at, 7_200_000) };
    expect(decide({ decider: behind, at: plusMs(waited, -1) }, open)).toEqual(
      refused("approver-too-new"),
    );
    expect(decide({ decider: behind, at: waited }, open)).toEqual(settled("executed"));
    expect(decide({ decider: { mayDecide: true, since: null } })).toEqual(
      refused("approver-too-new"),
    );
  });

  it("is approved as it was read, in time, and once", () => {
    for (const contentSha256 of ["other", null]) {
      expect(decide({ contentSha256 })).toEqual(refused("proposal-mismatch"));
    }
    expect(decide({ at: proposal.expiresAt })).toEqual(refused("proposal-expired"));
    expect(decide({ at: plusMs(proposal.expiresAt, -1) })).toEqual(settled("executed"));
    const by = (decidedBy: AccountId) => ({ status: "executed", decidedBy }) as const;
    expect(decide({}, by(approver))).toEqual({ kind: "nothing-new" });
    expect(decide({}, by(newId()))).toEqual(refused("proposal-not-open"));
    expect(decide({ decision: "reject" }, by(approver))).toEqual(refused("proposal-not-open"));
    expect(decide({}, { status: "void" })).toEqual(refused("proposal-void"));
  });

  it("is rejected or withdrawn once: the same word of the same person again is no news, and another one comes too late", () => {
    for (const [decision, status] of [
      ["reject", "rejected"],
      ["withdraw", "withdrawn"],
    ] as const) {
      const decided = { status, decidedBy: approver };
      expect(decide({ decision }, decided)).toEqual({ kind: "nothing-new" });
      expect(decide({ decision, by: newId() }, decided)).toEqual(refused("proposal-not-open"));
      expect(decide({}, decided)).toEqual(refused("proposal-not-open"));
    }
  });

  it("is withdrawn by its proposer, and rejected by somebody else", () => {
    expect(decide({ decision: "withdraw", by: proposer })).toEqual(settled("withdrawn"));
    expect(decide({ decision: "withdraw" })).toEqual(refused("forbidden"));
    expect(decide({ decision: "reject" })).toEqual(settled("rejected"));
    expect(decide({ decision: "reject", by: proposer })).toEqual(refused("own-proposal"));
  });
});
