import {
  AddKycPiece,
  BeginKyc,
  DropKyc,
  GetKyc,
  ListKycSubmissions,
  SubmitKyc,
  wordsIn,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { deleteExpired } from "@sanu/platform";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { describe, expect, it } from "vitest";
import { activated, person, useIdentity } from "../identity.fixture.ts";
import { retentionLimits, retentionRules } from "../retention.ts";
import { begun, jpeg, pdf, piecesOf, sent, submission, submitted } from "./kyc.fixture.ts";
import { kycLimits } from "./kyc-limits.ts";

/** Which piece of which document. */
type Place = readonly [document: number, piece: number];

const identity = await useIdentity();

describe("documents on their way in", () => {
  const rowsOf = <Row>(text: string, values: readonly unknown[] = []) =>
    identity.database.query<Row>(CompiledQuery.raw(text, [...values]));
  const countOf = async (table: string, submissionId: string) =>
    (await rowsOf(`select 1 from ${table} where submission_id = $1`, [submissionId])).length;
  const begin = async () => {
    const accountId = await activated(identity, person());
    return { accountId, submissionId: await begun(identity, accountId) };
  };
  const add = (of: Awaited<ReturnType<typeof begin>>, content: Buffer, at: Place = [0, 0]) =>
    identity.request(AddKycPiece, {
      ...of,
      document: at[0],
      piece: at[1],
      bytesBase64: content.toString("base64"),
    });

  it("are handed in whole, and seen by their person as pending", async () => {
    const documents = [pdf(700_000), jpeg(100)];
    const { accountId, submissionId } = await submitted(identity, documents);

    const kyc = await identity.request(GetKyc, { accountId });
    expect(kyc).toMatchObject({
      kind: "replied",
      data: {
        kyc: {
          status: "PENDING",
          tier: { id: 0, monthly_limit: 200_000 },
          submission: {
            id: submissionId,
            status: "PENDING",
            document_kind: "PASSPORT",
            documents: [
              { content_type: "application/pdf", bytes: 700_000 },
              { content_type: "image/jpeg", bytes: 100 },
            ],
            submitted_at: identity.clock.now(),
            decided_at: null,
            reason: null,
          },
        },
      },
    });
    expect(await countOf("kyc_pieces", submissionId)).toBe(4);
  });

  it("lie encrypted in the database, with their number", async () => {
    const canary = "canary-of-a-document";
    const content = Buffer.concat([pdf(20), Buffer.from(canary)]);
    const { submissionId } = await submitted(identity, [content]);
    const [pieces, numbers] = await Promise.all([
      rowsOf<{ bytes: Uint8Array }>(
        "select sealed as bytes from kyc_pieces where submission_id = $1",
        [submissionId],
      ),
      rowsOf<{ bytes: Uint8Array }>(
        "select document_number as bytes from kyc_submissions where submission_id = $1",
        [submissionId],
      ),
    ]);

    for (const { bytes } of [...pieces, ...numbers]) {
      for (const plain of [canary, "%PDF", submissionId]) {
        expect(Buffer.from(bytes).includes(plain)).toBe(false);
      }
    }
  });

  it.each([
    ["a GIF", "GIF89a"],
    ["a page", "<html>"],
    ["a program", "MZ\u0090"],
    ["a PDF behind something else", "x%PDF-1.4"],
  ])("are refused when they are %s, whatever their name", async (_what, text) => {
    const of = await begin();

    expect(await add(of, Buffer.from(text))).toEqual({
      kind: "refused",
      refusal: { code: "validation-failed", fields: { documents: ["invalid-document"] } },
    });
    expect(await countOf("kyc_documents", of.submissionId)).toBe(0);
  });

  it("are not handed in under a number that only looks like one, whoever asks", async () => {
    const of = await begin();
    const documents = [pdf(20)];
    await sent(identity, of, documents);
    const looking = { ...submission(of, documents), documentNumber: "\u0412123" };
    expect(await identity.request(SubmitKyc, looking)).toEqual({
      kind: "refused",
      refusal: {
        code: "validation-failed",
        fields: { document_number: ["invalid-document-number"] },
      },
    });
    expect(await identity.request(SubmitKyc, submission(of, documents))).toMatchObject({
      kind: "replied",
    });
  });

  it("may come twice piece by piece, as lost answers make them", async () => {
    const of = await begin();
    const documents = [pdf(300_000)];
    await sent(identity, of, documents);
    await sent(identity, of, documents);
    const handed = submission(of, documents);

    expect(await identity.request(SubmitKyc, handed)).toMatchObject({ kind: "replied" });
    expect(await identity.request(SubmitKyc, handed)).toMatchObject({ kind: "replied" });
    const events = await rowsOf(
      "select 1 from events where stream_id = $1 and event_type = 'KycSubmitted'",
      [of.accountId],
    );
    expect(events).toHaveLength(1);
    expect(await countOf("kyc_pieces", of.submissionId)).toBe(2);
  });

  it("are eight megabytes together and no more", async () => {
    const of = await begin();
    const documents = [pdf(kycLimits.bytesMax - 10), jpeg(10)];
    await sent(identity, of, documents);

    expect(await add(of, jpeg(5), [2, 0])).toMatchObject({ refusal: { code: "body-too-large" } });
    expect(await identity.request(SubmitKyc, submission(of, documents))).toMatchObject({
      kind: "replied",
    });
  });

  it("are not handed in with a piece missing or a length that is not theirs", async () => {
    const of = await begin();
    const content = pdf(600_000);
    const [first, , last] = piecesOf(content);
    if (first === undefined || last === undefined) throw new Error("too short");
    await add(of, first);
    await add(of, last, [0, 2]);

    const gap = await identity.request(SubmitKyc, {
      ...submission(of, [content]),
      documentBytes: [first.length + last.length],
    });
    const short = await identity.request(SubmitKyc, submission(of, [content]));
    expect([gap.kind, short.kind]).toEqual(["unavailable", "unavailable"]);
    expect(await identity.request(GetKyc, { accountId: of.accountId })).toMatchObject({
      data: { kyc: { status: "NONE", submission: null } },
    });
  });

  it("belong to who began them", async () => {
    const of = await begin();
    const stranger = { ...of, accountId: await activated(identity, person()) };
    await sent(identity, of, [pdf(50)]);

    expect(await add(stranger, pdf(50), [1, 0])).toMatchObject({ refusal: { code: "not-found" } });
    expect(await identity.request(SubmitKyc, submission(stranger, [pdf(50)]))).toMatchObject({
      refusal: { code: "not-found" },
    });
    await identity.request(DropKyc, stranger);
    expect(await countOf("kyc_submissions", of.submissionId)).toBe(1);
    expect(await add({ ...of, submissionId: newId() }, pdf(50))).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("are forgotten when they are dropped, and not once they are handed in", async () => {
    const of = await begin();
    await sent(identity, of, [pdf(50)]);
    await identity.request(DropKyc, of);
    expect(await countOf("kyc_pieces", of.submissionId)).toBe(0);

    const handed = await submitted(identity);
    await identity.request(DropKyc, handed);
    expect(await countOf("kyc_pieces", handed.submissionId)).toBe(1);
  });

  it("are swept when they were never finished, while others go on", async () => {
    const abandoned = await begin();
    await sent(identity, abandoned, [pdf(50)]);
    const handed = await submitted(identity);
    identity.clock.advanceMs(retentionLimits.unfinishedUploadsMs);
    const going = await begin();
    await sent(identity, going, [pdf(50)]);

    for (const rule of retentionRules) {
      await deleteExpired(identity.database, rule, identity.clock.now());
    }
    const left = await Promise.all(
      [abandoned, handed, going].map(({ submissionId }) => countOf("kyc_pieces", submissionId)),
    );
    expect(left).toEqual([0, 1, 1]);
    expect(await identity.request(SubmitKyc, submission(abandoned, [pdf(50)]))).toMatchObject({
      refusal: { code: "not-found" },
    });
  });

  it("are begun ten times a day and no more, and not while others are checked", async () => {
    const accountId = await activated(identity, person());
    for (let each = 0; each < kycLimits.submissionsPerDay; each += 1)
      await begun(identity, accountId);
    const request = { accountId, idempotencyKey: null };

    expect(await identity.request(BeginKyc, request)).toMatchObject({
      refusal: { code: "too-many-requests", params: { retryAfterSeconds: "86400" } },
    });
    const pending = await submitted(identity);
    const again = { accountId: pending.accountId, idempotencyKey: null };
    expect(await identity.request(BeginKyc, again)).toMatchObject({
      refusal: { code: "kyc-already-pending" },
    });
  });

  it("are begun by nobody who is not there any more, not even in the moment of an erasure", async () => {
    const notFound = { kind: "refused", refusal: { code: "not-found" } };
    const nobody = { accountId: newId<"AccountId">(), idempotencyKey: null };
    expect(await identity.request(BeginKyc, nobody)).toMatchObject(notFound);

    const accountId = await activated(identity, person());
    const { promise: mayErase, resolve: erase } = Promise.withResolvers<void>();
    const { promise: isUnderWay, resolve: begin } = Promise.withResolvers<void>();
    const erased = identity.database.transaction(async (session) => {
      const text = "delete from account_contacts where account_id = $1";
      await session.query(CompiledQuery.raw(text, [accountId]));
      begin();
      await mayErase;
    });
    await isUnderWay;
    const begun = identity.request(BeginKyc, { accountId, idempotencyKey: null });
    await eventually("it waits for the erasure", async () => {
      const text = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return (await rowsOf(text)).length > 0;
    });
    erase();
    await erased;
    expect(await begun).toMatchObject(notFound);
  });

  it("are handed in once when two submissions of one person race", async () => {
    const accountId = await activated(identity, person());
    const both = await Promise.all(
      [0, 1].map(async () => {
        const of = { accountId, submissionId: await begun(identity, accountId) };
        await sent(identity, of, [pdf(50)]);
        return submission(of, [pdf(50)]);
      }),
    );
    const results = await Promise.all(both.map((each) => identity.request(SubmitKyc, each)));

    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["refused", "replied"]);
    const queue = await identity.request(ListKycSubmissions, {
      status: "PENDING",
      limit: 100,
      cursor: null,
    });
    if (queue.kind !== "replied") throw new Error("no queue");
    expect(queue.data.rows.filter(({ user }) => user.id === accountId)).toHaveLength(1);
  });

  describe("with a client's key", () => {
    const handedWith = async (of: Awaited<ReturnType<typeof begin>>, bodyHash: string) => {
      await sent(identity, of, [pdf(50)]);
      const idempotency = { key: "key-1", bodyHash };
      return identity.request(SubmitKyc, { ...submission(of, [pdf(50)]), idempotency });
    };

    it("are answered as the first time, byte for byte, and kept once", async () => {
      const of = await begin();
      const first = await handedWith(of, "hash");
      if (first.kind !== "replied") throw new Error("refused");
      expect(first.data.replayed).toBe(false);

      const { accountId } = of;
      const known = await identity.request(BeginKyc, { accountId, idempotencyKey: "key-1" });
      expect(known).toMatchObject({ data: { submissionId: null } });
      const idempotency = { key: "key-1", bodyHash: "hash" };
      const replay = await identity.request(SubmitKyc, {
        ...submission(of, [pdf(50)]),
        submissionId: null,
        idempotency,
      });
      expect(replay).toEqual({
        kind: "replied",
        data: { responseJson: first.data.responseJson, replayed: true },
      });
      const other = { key: "key-1", bodyHash: "other" };
      expect(
        await identity.request(SubmitKyc, {
          ...submission(of, [pdf(50)]),
          submissionId: null,
          idempotency: other,
        }),
      ).toMatchObject({ refusal: { code: "idempotency-key-reused" } });
    });

    it("are answered in the language of who handed them in, the tier too", async () => {
      const of = await begin();
      await sent(identity, of, [pdf(50)]);
      const english = { ...submission(of, [pdf(50)]), language: "en" } as const;
      const result = await identity.request(SubmitKyc, english);
      if (result.kind !== "replied") throw new Error("refused");

      expect(JSON.parse(result.data.responseJson)).toMatchObject({
        message: wordsIn("en").account.documentsReceived,
        data: { kyc: { tier: wordsIn("en").kycTiers[0] } },
      });
    });

    it("are kept once also when copies of a request run beside each other", async () => {
      const accountId = await activated(identity, person());
      const copies = [];
      for (let each = 0; each < 5; each += 1) {
        copies.push({ accountId, submissionId: await begun(identity, accountId) });
      }
      const results = await Promise.all(copies.map((of) => handedWith(of, "hash")));

      const answers = results.map((each) => (each.kind === "replied" ? each.data : undefined));
      expect(answers).not.toContain(undefined);
      expect(answers.filter((each) => each?.replayed === false)).toHaveLength(1);
      expect(new Set(answers.map((each) => each?.responseJson)).size).toBe(1);
      const kept = await rowsOf("select status from kyc_submissions where account_id = $1", [
        accountId,
      ]);
      expect(kept).toEqual([{ status: "PENDING" }]);
    });
  });
});
