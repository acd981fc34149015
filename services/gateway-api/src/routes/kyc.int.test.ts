import { createHash, randomBytes } from "node:crypto";
import {
  AddKycPiece,
  BeginKyc,
  DecideKyc,
  GetKycPiece,
  GetKycSubmission,
  kycPieces,
  type ProblemCode,
  problems,
  type RequestData,
  SubmitKyc,
  wordsIn,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { uploadLimits } from "../limits.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const token = signer.token({ sub: user.id, roles: ["user", "service_client"] });
const path = "/api/v1/kyc";
const test = useGateway({ signer });

const boundary = "----sanu-test";
const formType = { "content-type": `multipart/form-data; boundary=${boundary}` };
const pdf = (bytes: number) =>
  Buffer.concat([Buffer.from("%PDF-"), randomBytes(Math.max(0, bytes - 5))]);
const field = (name: string, value: string) =>
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
const file = (content: Buffer, name = "documents") =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="évil.exe"\r\n` +
        "Content-Type: application/x-msdownload\r\n\r\n",
    ),
    content,
    Buffer.from("\r\n"),
  ]);
const form = (...parts: readonly Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
const fields = [field("document_kind", "PASSPORT"), field("document_number", "A 123")];

const send = (body: Buffer, headers: Record<string, string> = {}) =>
  test.api.call("POST", path, { token, rawBody: body, headers: { ...formType, ...headers } });
const requests = (name: string) => test.requests.filter((each) => each.name === name);
const piecesAsked = () =>
  requests("add-kyc-piece").map(({ data }) => data as RequestData<typeof AddKycPiece>);

describe("handing in documents", () => {
  it("hands them to identity in pieces that fit a message, in order, and answers with its bytes", async () => {
    const [large, small] = [pdf(2 * kycPieces.bytesMax + 1_000), pdf(20)];
    const response = await send(form(...fields, file(large), file(small)));

    expect([response.status, response.text]).toEqual([201, '{ "success": true }']);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    const pieces = piecesAsked();
    expect(pieces.map(({ document, piece }) => [document, piece])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
      [1, 0],
    ]);
    const contents = pieces.map(({ bytesBase64 }) => Buffer.from(bytesBase64, "base64"));
    expect(Buffer.concat(contents.slice(0, 3)).equals(large)).toBe(true);
    expect(contents[3]?.equals(small)).toBe(true);
    expect(requests("submit-kyc").map(({ data }) => data)).toEqual([
      {
        accountId: user.id,
        submissionId: replies["begin-kyc"].submissionId,
        documentKind: "PASSPORT",
        documentNumber: "A 123",
        documentBytes: [large.length, small.length],
        language: "fr",
        idempotency: null,
      },
    ]);
    expect(requests("drop-kyc")).toEqual([]);
  });

  it("takes the fields also behind the documents, and passes over what it does not know", async () => {
    const response = await send(form(file(pdf(9)), field("role", "admin"), ...fields));

    expect(response.status).toBe(201);
    expect(JSON.stringify(test.requests)).not.toContain("admin");
  });

  it("takes a number only in digits and the letters from A to Z, and asks identity for nothing else", async () => {
    const withNumber = (number: string) =>
      send(
        form(field("document_kind", "PASSPORT"), field("document_number", number), file(pdf(9))),
      );
    expect((await withNumber("a\u200b 12-3")).status).toBe(201);
    const refused = await withNumber("\u0410123");
    expect([refused.status, refused.json()]).toMatchObject([
      422,
      {
        code: "validation-failed",
        errors: { document_number: [expect.stringContaining("A à Z")] },
      },
    ]);
    expect(requests("submit-kyc")).toHaveLength(1);
  });

  it.each([
    [
      "fr",
      {
        document_kind: [expect.stringContaining("NATIONAL_ID, PASSPORT")],
        document_number: ["Le numéro du document est obligatoire."],
        documents: ["Le champ documents doit contenir des images JPEG ou PNG, ou des PDF."],
      },
    ],
    [
      "en",
      {
        document_kind: [expect.stringContaining("NATIONAL_ID, PASSPORT")],
        document_number: ["The document number is required."],
        documents: ["The field documents must be JPEG or PNG images, or PDFs."],
      },
    ],
  ] as const)("tells all broken fields at once (%s)", async (language, errors) => {
    test.reply(AddKycPiece, () =>
      refuse("validation-failed", {}, { documents: ["invalid-document"] }),
    );
    const body = form(file(pdf(700_000)), file(pdf(9)), field("document_kind", "LIBRARY_CARD"));
    const response = await send(body, { "accept-language": language });

    expect(response.status).toBe(422);
    expect(response.json()["errors"]).toEqual(errors);
    // What follows a document that is none does not travel any more.
    expect(requests("add-kyc-piece")).toHaveLength(1);
    expect(requests("submit-kyc")).toEqual([]);
    expect(requests("drop-kyc")).toHaveLength(1);
  });

  it.each([
    ["no document", [], "Le champ documents est obligatoire."],
    ["an empty one", [file(Buffer.alloc(0))], /images JPEG ou PNG/],
  ])("needs a document: %s", async (_what, files, sentence) => {
    const response = await send(form(...fields, ...files));

    expect(response.status).toBe(422);
    expect(response.json<{ errors: { documents: string[] } }>().errors.documents).toEqual([
      expect.stringMatching(sentence),
    ]);
  });

  it("takes eight megabytes of documents and not a byte more, in one or in several", async () => {
    const half = uploadLimits.documentBytesMax / 2;
    const full = await send(form(...fields, file(pdf(half)), file(pdf(half))));
    expect(full.status).toBe(201);
    test.reset();

    const more = await send(form(...fields, file(pdf(half)), file(pdf(half + 1))));
    expect(more.status).toBe(413);
    expect(more.json()).toMatchObject({ code: "body-too-large", success: false });
    expect(requests("drop-kyc")).toHaveLength(1);
    expect(requests("submit-kyc")).toEqual([]);
  });

  it("refuses what says to be too large before identity hears of it", async () => {
    const response = await send(form(...fields, file(pdf(uploadLimits.bodyBytesMax))));

    expect(response.status).toBe(413);
    expect(test.requests).toEqual([]);
  });

  it.each([
    ["cut off", form(...fields, file(pdf(500_000))).subarray(0, -40), formType, "bad-request"],
    ["without a boundary", form(), { "content-type": "multipart/form-data" }, "bad-request"],
    ["empty", Buffer.alloc(0), formType, "bad-request"],
    ["JSON", Buffer.from("{}"), { "content-type": "application/json" }, "unsupported-media-type"],
    ["of no type", Buffer.from("{}"), { "content-type": "" }, "unsupported-media-type"],
  ] as const)("refuses a form that is %s", async (_what, body, headers, code) => {
    const response = await send(Buffer.from(body), headers);

    expect(response.json()).toMatchObject({ code, status: problems[code].status });
    expect(requests("submit-kyc")).toEqual([]);
    expect(requests("drop-kyc").length).toBe(requests("begin-kyc").length);
  });

  it.each([
    [BeginKyc, "kyc-already-pending"],
    [BeginKyc, "kyc-already-complete"],
    [BeginKyc, "too-many-requests"],
    [AddKycPiece, "not-found"],
    [SubmitKyc, "kyc-already-pending"],
    [SubmitKyc, "idempotency-key-reused"],
  ] as const)("answers what $name refuses with %s", async (definition, code: ProblemCode) => {
    test.reply(definition, () => refuse(code) as never);

    const response = await send(form(...fields, file(pdf(600_000))));

    expect(response.json()).toMatchObject({ code, status: problems[code].status });
    expect(requests("drop-kyc")).toHaveLength(definition === BeginKyc ? 0 : 1);
  });

  it("answers 503 when a piece cannot be handed on, and lets go of the rest", async () => {
    test.fail(AddKycPiece);

    const response = await send(form(...fields, file(pdf(600_000))));

    expect(response.status).toBe(503);
    expect(requests("drop-kyc")).toHaveLength(1);
  });

  it("gives equal forms one hash under a client's key, and another document another", async () => {
    const key = { "idempotency-key": "key-1" };
    const document = pdf(400_000);
    await send(form(...fields, file(document)), key);
    await send(form(...fields, file(document)), key);
    await send(form(...fields, file(pdf(400_000))), key);

    const hashes = requests("submit-kyc").map(
      ({ data }) => (data as RequestData<typeof SubmitKyc>).idempotency?.bodyHash,
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[1]).toBe(hashes[0]);
    expect(hashes[2]).not.toBe(hashes[0]);
    expect(requests("begin-kyc")[0]?.data).toEqual({
      accountId: user.id,
      idempotencyKey: createHash("sha256").update("key-1").digest("hex"),
    });
  });

  it("only compares a form whose key was answered before, and says that it was", async () => {
    test.reply(BeginKyc, () => ({ submissionId: null }));
    test.reply(SubmitKyc, () => ({ responseJson: "{}", replayed: true }));

    const response = await send(form(...fields, file(pdf(9))), { "idempotency-key": "key-1" });

    expect([response.status, response.text]).toEqual([201, "{}"]);
    expect(response.headers["idempotent-replayed"]).toBe("true");
    expect(test.requests.map(({ name }) => name)).toEqual(["begin-kyc", "submit-kyc"]);
  });

  it("never holds a whole document", async () => {
    const sizes: number[] = [];
    test.reply(AddKycPiece, ({ bytesBase64 }) => {
      sizes.push(bytesBase64.length);
      return {};
    });
    await send(form(...fields, file(pdf(4_000_000))));

    expect(Math.max(...sizes)).toBeLessThanOrEqual((4 * kycPieces.bytesMax) / 3 + 4);
  });
});

describe("one's own verification", () => {
  it("is shown as identity tells it", async () => {
    const response = await test.api.call("GET", path, { token });

    expect(response.json()).toEqual({ success: true, data: replies["get-kyc"] });
    expect(test.requests[0]?.data).toEqual({ accountId: user.id });
  });
});

describe("the review of documents", () => {
  const { submission } = replies["get-kyc-submission"];
  const of = `${path}/submissions/${submission.id}`;
  const get = (url: string) => test.api.call("GET", url, { token });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    test.api.call("POST", url, { token, body, headers });

  it("begins with a queue of what waits, or of another state", async () => {
    const response = await get(`${path}/submissions`);
    await get(`${path}/submissions?status=REJECTED&limit=3&cursor=c`);

    expect(response.json()).toEqual({
      success: true,
      submissions: [submission],
      meta: { next_cursor: "next" },
    });
    expect(test.requests.map(({ data }) => data)).toEqual([
      { status: "PENDING", limit: 50, cursor: null },
      { status: "REJECTED", limit: 3, cursor: "c" },
    ]);
    expect((await get(`${path}/submissions?status=NONE`)).status).toBe(422);
  });

  it("shows one submission, and its documents piece by piece", async () => {
    const pieces = ["%PDF-", "middle", "end"];
    test.reply(GetKycPiece, ({ piece }) => ({
      contentType: "application/pdf",
      bytes: pieces.join("").length,
      pieces: pieces.length,
      bytesBase64: Buffer.from(pieces[piece] ?? "").toString("base64"),
    }));

    expect((await get(of)).json()).toEqual({ success: true, data: { submission } });
    const response = await get(`${of}/documents/${submission.documents[0].id}`);
    expect([response.status, response.text]).toEqual([200, pieces.join("")]);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(pieces.join("").length),
      "content-disposition": "attachment",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(requests("get-kyc-piece").map(({ data }) => data)).toMatchObject(
      [0, 1, 2].map((piece) => ({ by: user.id, submissionId: submission.id, piece })),
    );
  });

  it("breaks off a document of which a piece cannot be had, so that nobody takes it for whole", async () => {
    test.reply(GetKycPiece, ({ piece }) => {
      if (piece > 0) throw new Error("the database is away");
      return { ...replies["get-kyc-piece"], bytes: 10, pieces: 2 };
    });

    await expect(get(`${of}/documents/${newId()}`)).rejects.toThrow();
  });

  it.each([
    ["approve", { reason: " lisible " }, 2],
    ["approve", { reason: "lisible", tier: 1 }, 1],
    ["reject", { reason: "lisible", tier: 3 }, null],
  ])("ends with a decision and its reason: %s %j", async (verb, body, kycTier) => {
    const response = await post(`${of}/${verb}`, body);

    expect(response.json()).toEqual({ success: true, data: { submission } });
    expect(test.requests[0]?.data).toEqual({
      by: user.id,
      submissionId: submission.id,
      kycTier,
      reason: "lisible",
    });
  });

  it("is proposed where it is for the highest tier, which takes two reviewers", async () => {
    const response = await post(`${of}/approve`, { reason: "lisible", tier: 3 });

    expect(response.status).toBe(202);
    const change = { operation: "approve-kyc", submission_id: submission.id, tier: 3 };
    expect(test.requests.map(({ data }) => data)).toMatchObject([{ by: user.id, change }]);
  });

  it.each(["approve", "reject"])("does not end without a reason: %s", async (verb) => {
    for (const reason of [undefined, "", "  ", 5, "a".repeat(1_001)]) {
      const response = await post(`${of}/${verb}`, { reason });
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(["reason"]);
    }
    expect((await post(`${of}/approve`, { reason: "r", tier: 4 })).status).toBe(422);
    expect(test.requests).toEqual([]);
  });

  it.each(DecideKyc.refusals)("answers the refusal %s in both languages", async (code) => {
    test.reply(DecideKyc, () => refuse(code));
    for (const language of ["fr", "en"] as const) {
      const response = await post(
        `${of}/approve`,
        { reason: "r" },
        { "accept-language": language },
      );
      const { status } = problems[code];
      const message = wordsIn(language).problems[code];
      expect(response.json()).toMatchObject({ code, status, message });
    }
  });

  it("cannot be told apart: a submission that is not there, and an id that is none", async () => {
    test.reply(GetKycSubmission, () => refuse("not-found"));
    test.reply(GetKycPiece, () => refuse("not-found"));
    const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };
    const urls = [of, `${path}/submissions/1`, `${of}/documents/${newId()}`, `${of}/documents/1`];
    const responses = await Promise.all(
      urls.map((url) => test.api.call("GET", url, { token, headers: fixed })),
    );

    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });
});
