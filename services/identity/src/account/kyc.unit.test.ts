import { type AccountId, newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publish } from "../publish.ts";
import type { AccountCommand } from "./commands.ts";
import { account } from "./decide.ts";
import { AccountEvent } from "./events.ts";
import { accountId, activated, at, head, registered } from "./example-history.fixture.ts";

const by: AccountId = newId();
const [submissionId, otherId, reasonId, documentId] = [newId(), newId(), newId(), newId()];
const action = { by, reasonId, at };
const documentHmac = "the document";

const active = [registered, activated];
const submitted: AccountEvent = { type: "KycSubmitted", ...head, submissionId, at };
const submittedAgain: AccountEvent = { ...submitted, submissionId: otherId };
const ofDocument = { submissionId, documentHmac, ...action } as const;
const approved: AccountEvent = { type: "KycApproved", ...head, ...ofDocument };
const rejected: AccountEvent = { type: "KycRejected", ...head, submissionId, ...action };
const raised: AccountEvent = { type: "KycTierChanged", ...head, ...action, kycTier: 2 };
const highest: AccountEvent = { ...raised, kycTier: 3 };
const opened: AccountEvent = {
  type: "KycDocumentOpened",
  ...head,
  submissionId,
  documentId,
  by,
  at,
};
const deactivated: AccountEvent = { type: "AccountDeactivated", ...head, at };
const suspended: AccountEvent = { type: "AccountSuspended", ...head, ...action };

const submit = { kind: "submit-kyc", submissionId, at } as const;
const approve = { kind: "approve-kyc", kycTier: 2, ...ofDocument } as const;
const reject = { kind: "reject-kyc", submissionId, ...action } as const;
const open = { kind: "open-kyc-document", submissionId, documentId, by, at } as const;
const given = (...events: readonly AccountEvent[]) => specify(account).given(...active, ...events);

describe("the documents of an account", () => {
  it("are handed in once", () => {
    const state = given().when(submit).thenAccepted(submitted);
    expect(state).toMatchObject({ kyc: { status: "PENDING", submissionId }, kycTier: 0 });
    for (const since of [[], [approved, raised], [rejected]]) {
      given(submitted, ...since)
        .when(submit)
        .thenNothingNew();
    }
  });

  it("are not handed in while others are checked, and again once those are decided", () => {
    const again = { ...submit, submissionId: otherId };
    given(submitted).when(again).thenRefused("kyc-already-pending");
    given(submitted, rejected).when(again).thenAccepted(submittedAgain);
    given(submitted, approved, raised).when(again).thenAccepted(submittedAgain);
  });

  it("are not handed in where there is nothing left to prove", () => {
    given(highest).when(submit).thenRefused("kyc-already-complete");
  });

  it("are handed in to an open account only", () => {
    given(suspended).when(submit).thenRefused("suspended");
    given(deactivated).when(submit).thenRefused("deactivated");
  });

  it("raise the tier when they are approved, once", () => {
    const state = given(submitted).when(approve).thenAccepted(approved, raised);
    expect(state).toMatchObject({ kyc: { status: "APPROVED", submissionId }, kycTier: 2 });
    given(submitted, approved, raised).when(approve).thenNothingNew();
  });

  it("give the tier that two agreed about as long as she has the one of then", () => {
    const third = { ...approve, kycTier: 3, asOfTier: 0 };
    given(submitted).when(third).thenAccepted(approved, highest);
    given(submitted, approved, raised).when(third).thenRefused("outdated");
    given(submitted, raised).when(third).thenRefused("outdated");
    const { asOfTier: _then, ...whenever } = third;
    given(submitted, approved, raised).when(whenever).thenRefused("kyc-already-decided");
    given(submitted, approved, highest).when(third).thenNothingNew();
  });

  it("take no tier away", () => {
    const state = given(highest, submitted).when(approve).thenAccepted(approved);
    expect(state).toMatchObject({ kycTier: 3 });
    // The tier that she has by now is no news to anybody either.
    given(raised, submitted).when(approve).thenAccepted(approved);
  });

  it("change nothing but their state when they are rejected, once", () => {
    const state = given(submitted).when(reject).thenAccepted(rejected);
    expect(state).toMatchObject({ kyc: { status: "REJECTED", submissionId }, kycTier: 0 });
    given(submitted, rejected).when(reject).thenNothingNew();
  });

  it("are decided one way only, also when newer ones came since", () => {
    given(submitted, approved).when(reject).thenRefused("kyc-already-decided");
    given(submitted, rejected).when(approve).thenRefused("kyc-already-decided");
    for (const decide of [approve, reject]) {
      given().when(decide).thenRefused("kyc-already-decided");
      given(submitted, rejected, submittedAgain).when(decide).thenRefused("kyc-already-decided");
    }
  });

  it("are decided also while the account is closed or suspended", () => {
    given(submitted, deactivated).when(approve).thenAccepted(approved, raised);
    given(submitted, suspended).when(reject).thenAccepted(rejected);
  });

  it("are decided by nobody about the own account", () => {
    for (const decide of [approve, reject]) {
      given(submitted)
        .when({ ...decide, by: accountId })
        .thenRefused("own-account");
    }
  });

  it("leave a trace whenever somebody opens one", () => {
    given(submitted, opened).when(open).thenAccepted(opened);
  });

  it.each<AccountCommand>([submit, approve, reject, open])(
    "are nothing before the address is proved: $kind",
    (command) => {
      const [registration] = active;
      if (registration === undefined) throw new Error("no registration");
      specify(account).given(registration).when(command).thenRefused("not-verified");
    },
  );

  it.each([submitted, approved, rejected, opened])(
    "are events that are read back as they were written, and private but for their proof: $type",
    (event) => {
      expect(AccountEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
      expect(publish(event) !== undefined).toBe(event === approved);
    },
  );
});
