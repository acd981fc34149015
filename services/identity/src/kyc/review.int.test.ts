import {
  AccountIdentityProven,
  AccountTierChanged,
  DecideKyc,
  GetKyc,
  GetKycPiece,
  GetKycSubmission,
  GetMe,
  identityProposals,
  ListKycSubmissions,
  type RequestInput,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { approve, changeByTwo, hired, proposeAlone } from "../handlers/admin/staff.fixture.ts";
import { activated, person, useIdentity } from "../identity.fixture.ts";
import { jpeg, pdf, type Submitted, staffMember, submitted, submittedBy } from "./kyc.fixture.ts";

const identity = await useIdentity();

describe("documents under review", () => {
  const by = staffMember();
  const reason = "canary reason: the name is readable";
  const decide = (
    { submissionId }: Pick<Submitted, "submissionId">,
    changes: Partial<RequestInput<typeof DecideKyc>> = {},
  ) => identity.request(DecideKyc, { by, submissionId, kycTier: 2, reason, ...changes });
  const eventsOf = (accountId: string) =>
    identity.database.query<{ type: string; data: object; publicType: string | null }>(
      CompiledQuery.raw(
        `select event_type as type, data, public_type as "publicType" from events
         where stream_id = $1 order by version`,
        [accountId],
      ),
    );
  const read = async (of: Submitted, documentId: string): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (let piece = 0, pieces = 1; piece < pieces; piece += 1) {
      const { submissionId } = of;
      const result = await identity.request(GetKycPiece, { by, submissionId, documentId, piece });
      if (result.kind !== "replied") throw new Error(JSON.stringify(result));
      pieces = result.data.pieces;
      parts.push(Buffer.from(result.data.bytesBase64, "base64"));
    }
    return Buffer.concat(parts);
  };
  const find = async (submissionId: string) => {
    const result = await identity.request(GetKycSubmission, { submissionId });
    if (result.kind !== "replied") throw new Error(JSON.stringify(result));
    return result.data.submission;
  };

  it("are read by the staff byte for byte, and the log says who opened them", async () => {
    const of = await submitted(identity, [pdf(600_000), jpeg(10)]);
    const { documents, document_number: number } = await find(of.submissionId);

    expect(number).toBe(`P-${of.submissionId}`);
    const contents = await Promise.all(documents.map(({ id }) => read(of, id)));
    expect(contents.map((content, at) => of.documents[at]?.equals(content))).toEqual([true, true]);
    const opened = (await eventsOf(of.accountId)).filter(
      ({ type }) => type === "KycDocumentOpened",
    );
    expect(opened).toHaveLength(2);
    expect(opened[0]).toMatchObject({ publicType: null, data: { by } });
  });

  /** The ids of the queue, two on each page. */
  const readQueue = async (cursor: string | null): Promise<readonly string[]> => {
    const page = await identity.request(ListKycSubmissions, {
      status: "PENDING",
      limit: 2,
      cursor,
    });
    if (page.kind !== "replied") throw new Error("no page");
    const { rows, nextCursor } = page.data;
    const ids = rows.map(({ id }) => id);
    return nextCursor === null ? ids : [...ids, ...(await readQueue(nextCursor))];
  };

  it("wait in a queue, the oldest first, page by page", async () => {
    identity.clock.advanceMs(1_000);
    const waiting: string[] = [];
    for (let each = 0; each < 5; each += 1) {
      identity.clock.advanceMs(each % 2);
      waiting.push((await submitted(identity)).submissionId);
    }
    const seen = await readQueue(null);

    expect(seen.filter((id) => waiting.includes(id))).toEqual(waiting);
    const forged = { status: "PENDING", limit: 2, cursor: "forged" } as const;
    expect(await identity.request(ListKycSubmissions, forged)).toMatchObject({
      refusal: { code: "validation-failed", fields: { cursor: ["invalid"] } },
    });
  });

  it("hide no others from the staff where the number of one cannot be opened, and can still be rejected", async () => {
    identity.clock.advanceMs(1_000);
    const [broken, whole] = [await submitted(identity), await submitted(identity)];
    const { submissionId } = broken;
    await identity.database.query(
      CompiledQuery.raw(
        "update kyc_submissions set document_number = 'unknown!' where submission_id = $1",
        [submissionId],
      ),
    );
    const queue = await readQueue(null);
    expect(queue).toEqual(expect.arrayContaining([submissionId, whole.submissionId]));
    expect(await find(submissionId)).toMatchObject({ document_number: null });

    // Nobody can say which document it is.
    expect(await decide(broken)).toMatchObject({ kind: "unavailable" });
    expect(await find(submissionId)).toMatchObject({ status: "PENDING" });
    expect(await decide(broken, { kycTier: null })).toMatchObject({ kind: "replied" });
    expect(await find(submissionId)).toMatchObject({ status: "REJECTED" });
  });

  it("give their person the tier when they are approved, as a fact without a word about her", async () => {
    const of = await submitted(identity);
    const approved = await decide(of);

    expect(approved).toMatchObject({
      kind: "replied",
      data: {
        submission: { status: "APPROVED", decided_by: by, reason, user: { kyc_tier_id: 2 } },
      },
    });
    expect(await identity.request(GetMe, { accountId: of.accountId })).toMatchObject({
      data: { user: { kyc_status: "APPROVED", kyc_tier: { id: 2, monthly_limit: 2_000_000 } } },
    });
    const events = await eventsOf(of.accountId);
    expect(events.map(({ type, publicType }) => [type, publicType]).slice(-2)).toEqual([
      ["KycApproved", AccountIdentityProven.type],
      ["KycTierChanged", AccountTierChanged.type],
    ]);
    expect(JSON.stringify(events)).not.toContain("canary");
  });

  it.each([
    [2, "fr", "Vos documents sont accept=C3=A9s"],
    [2, "en", "Your documents are accepted"],
    [null, "fr", "Vos documents ne sont pas accept=C3=A9s"],
    [null, "en", "Your documents are not accepted"],
  ] as const)(
    "are answered by a mail, once and in the person's language: %s, %s",
    async (kycTier, language, title) => {
      const who = person({ language });
      const accountId = await activated(identity, who);
      const of = await submittedBy(identity, accountId);
      await decide(of, { kycTier });
      await decide(of, { kycTier });

      const toHer = () => identity.sink.mails.filter(({ to }) => to === who.email);
      await eventually("the mail arrives", () => toHer().length === 2);
      expect(toHer().at(-1)?.source).toContain(title);
      expect(toHer().at(-1)?.source).not.toContain("canary");
      const queued = await identity.database.query(
        CompiledQuery.raw("select 1 from mails_to_send where account_id = $1", [accountId]),
      );
      expect(queued).toHaveLength(2);
    },
  );

  /** Documents that wait, and two who may look at them. */
  const beforeTwo = async () => {
    const [first, second] = [
      await hired(identity, "service_client"),
      await hired(identity, "service_client"),
    ];
    const of = await submitted(identity);
    return { first, second, of, accountId: of.accountId, submission_id: of.submissionId };
  };

  it("are for the highest tier by two reviewers, of whom neither is their person", async () => {
    const { first, second, of, accountId, submission_id } = await beforeTwo();
    expect(await decide(of, { kycTier: 3 })).toMatchObject({ refusal: { code: "forbidden" } });
    const change = { operation: "approve-kyc", submission_id, tier: 3 };
    expect(await changeByTwo(identity, [first, first], change)).toMatchObject({
      refusal: { code: "own-proposal" },
    });
    const both = await changeByTwo(identity, [first, second], change);
    expect(both).toMatchObject({
      data: { proposal: { status: "executed", account_id: accountId } },
    });
    expect(await identity.request(GetKyc, { accountId })).toMatchObject({
      data: { kyc: { status: "APPROVED", tier: { id: 3 } } },
    });
    expect(await changeByTwo(identity, [first, second], change)).toMatchObject({
      refusal: { code: "kyc-already-decided" },
    });
  });

  it("give no highest tier behind a lower one that was given meanwhile, and do not say so", async () => {
    const { first, second, of, accountId, submission_id } = await beforeTwo();
    const change = { operation: "approve-kyc", submission_id, tier: 3 };
    const proposed = await proposeAlone(identity, first, change);
    if (proposed.kind !== "replied") throw new Error("not proposed");
    await decide(of, { kycTier: 2 });
    expect(await approve(identity, second, proposed.data.proposal)).toMatchObject({
      refusal: { code: "proposal-outdated" },
    });
    expect(await identity.request(GetKyc, { accountId })).toMatchObject({
      data: { kyc: { status: "APPROVED", tier: { id: 2 } } },
    });
    const { id: proposalId } = proposed.data.proposal;
    expect(await identity.request(identityProposals.getProposal, { proposalId })).toMatchObject({
      data: { proposal: { status: "proposed" } },
    });
  });

  it("change nothing but their state when they are rejected, and can be handed in again", async () => {
    const of = await submitted(identity);
    await decide(of, { kycTier: null });

    expect(await identity.request(GetKyc, { accountId: of.accountId })).toMatchObject({
      data: { kyc: { status: "REJECTED", tier: { id: 0 }, submission: { reason } } },
    });
    const again = await submittedBy(identity, of.accountId);
    expect(await identity.request(GetKyc, { accountId: of.accountId })).toMatchObject({
      data: { kyc: { status: "PENDING", submission: { id: again.submissionId, reason: null } } },
    });
  });

  it("are decided once, however many decide at once", async () => {
    const of = await submitted(identity);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_each, index) =>
        decide(of, { by: staffMember(), kycTier: index % 2 === 0 ? 1 : null }),
      ),
    );

    const events = (await eventsOf(of.accountId)).map(({ type }) => type);
    const decided = events.filter((type) => type === "KycApproved" || type === "KycRejected");
    expect(decided).toHaveLength(1);
    expect(results.filter(({ kind }) => kind === "replied")).toHaveLength(5);
    expect(results.filter(({ kind }) => kind === "refused")).toHaveLength(5);
    expect(results.find(({ kind }) => kind === "refused")).toMatchObject({
      refusal: { code: "kyc-already-decided" },
    });
    const actions = await identity.database.query(
      CompiledQuery.raw("select 1 from admin_actions where account_id = $1", [of.accountId]),
    );
    expect(actions).toHaveLength(1);
  });

  it("are decided by nobody about herself", async () => {
    const of = await submitted(identity);

    expect(await decide(of, { by: of.accountId })).toMatchObject({
      refusal: { code: "forbidden" },
    });
  });

  it("are not there before they are handed in, nor under another submission's id", async () => {
    const of = await submitted(identity);
    const other = await submitted(identity);
    const [document] = (await find(of.submissionId)).documents;
    if (document === undefined) throw new Error("no document");
    const elsewhere = { by, submissionId: other.submissionId, documentId: document.id, piece: 0 };
    const missing = [
      await decide({ submissionId: newId() }),
      await identity.request(GetKycSubmission, { submissionId: newId() }),
      await identity.request(GetKycPiece, elsewhere),
      await identity.request(GetKycPiece, {
        ...elsewhere,
        submissionId: of.submissionId,
        piece: 1,
      }),
    ];

    expect(missing.map((each) => (each.kind === "refused" ? each.refusal.code : ""))).toEqual(
      Array.from({ length: 4 }, () => "not-found"),
    );
  });

  it("go with their person when she is erased", async () => {
    const of = await submitted(identity);
    await decide(of);
    await identity.database.query(
      CompiledQuery.raw("delete from account_contacts where account_id = $1", [of.accountId]),
    );

    for (const table of ["kyc_submissions", "admin_actions"]) {
      const text = `select 1 from ${table} where account_id = $1`;
      expect(await identity.database.query(CompiledQuery.raw(text, [of.accountId]))).toEqual([]);
    }
    for (const table of ["kyc_documents", "kyc_pieces"]) {
      const text = `select 1 from ${table} where submission_id = $1`;
      expect(await identity.database.query(CompiledQuery.raw(text, [of.submissionId]))).toEqual([]);
    }
  });
});
