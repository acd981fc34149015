import {
  AssertStaffAct,
  type AuditedAttempt,
  GetAccountTrail,
  GetMonitored,
  jsonText,
  ListMonitored,
  paymentsAuditTrail,
  paymentsConnectors,
  payoutsAuditTrail,
  problems,
  ResolveReview,
  wordsIn,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { payloadHash, refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { traceEntry } from "../monitoring-replies.fixture.ts";
import { filtered, filterQuery, signedReplies, unfiltered } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const known = replies["get-monitored-transaction"].transaction;
const test = useGateway({ signer });

const get = (path: string, headers: Record<string, string> = {}) =>
  test.api.call("GET", `/api/v1/monitoring${path}`, {
    token: signer.token({ roles: ["user", "service_client"] }),
    headers,
  });
const requestNames = () => test.requests.map(({ name }) => name);
const listRequest = () => test.requests.find(({ name }) => name === ListMonitored.name)?.data;

describe("the monitoring of transactions", () => {
  const nothing = {
    limit: 50,
    cursor: null,
    ...unfiltered,
    accountId: null,
    isInReview: false,
    search: null,
  };

  it("lists them page by page, filtered", async () => {
    const query = `${filterQuery}&user=${user.id}&review=true&limit=2&cursor=c`;
    const response = await get(`/transactions?${query}`);
    await get("/transactions");

    expect(response.json()).toEqual({
      success: true,
      transactions: replies["list-monitored-transactions"].rows,
      meta: { next_cursor: "next" },
    });
    expect(test.requests.map(({ data }) => data)).toEqual([
      {
        ...nothing,
        limit: 2,
        cursor: "c",
        ...filtered,
        accountId: user.id,
        isInReview: true,
      },
      nothing,
    ]);
  });

  it.each(["status=x", "type=x", "from=x", "to=2026-13-01", "user=x", "review=x", "search=%20"])(
    "does not list by %s",
    async (query) => {
      const response = await get(`/transactions?${query}`);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([
        query.split("=")[0],
      ]);
      expect(test.requests).toEqual([]);
    },
  );

  it("answers 422 to a cursor that is none of ours", async () => {
    test.reply(ListMonitored, () =>
      refuse("validation-failed", undefined, { cursor: ["invalid"] }),
    );
    expect((await get("/transactions?cursor=forged")).json()).toMatchObject({
      status: 422,
      errors: { cursor: [expect.any(String)] },
    });
  });

  it("finds by a reference of ours without asking anybody else", async () => {
    await get("/transactions?search=PAY_0123456789ABCDEF");

    expect(requestNames()).toEqual([ListMonitored.name]);
    expect(listRequest()).toMatchObject({
      search: { kind: "reference", reference: "PAY_0123456789ABCDEF" },
    });
  });

  it("finds by a provider's reference, which payments or payouts know", async () => {
    await get("/transactions?search=fedapay-77");

    expect(requestNames().slice(0, 2)).toEqual([
      paymentsAuditTrail.findByProviderReference.name,
      payoutsAuditTrail.findByProviderReference.name,
    ]);
    expect(test.requests[0]?.data).toEqual({ providerReference: "fedapay-77" });
    const transactionIds = [known.id, known.id];
    expect(listRequest()).toMatchObject({ search: { kind: "ids", transactionIds } });
  });

  it("takes an id for one of ours and for a provider's", async () => {
    const id = newId<string>();
    await get(`/transactions?search=${id.toUpperCase()}`);

    const transactionIds = [id, known.id, known.id];
    expect(listRequest()).toMatchObject({ search: { kind: "ids", transactionIds } });
  });

  it("does not say that nothing is found while somebody who may know cannot be asked", async () => {
    test.fail(paymentsAuditTrail.findByProviderReference);
    expect((await get("/transactions?search=fedapay-77")).status).toBe(503);
  });

  it("tells one transaction's story in the order in which it happened, in every service", async () => {
    const attempt: AuditedAttempt = {
      service: "payments",
      id: newId(),
      subject_id: newId(),
      number: 1,
      kind: "collect",
      provider: "fedapay",
      state: "settled",
      provider_reference: "fedapay-77",
      natural_key: null,
      calls: 1,
      asks: 2,
      created_at: "2026-11-21T07:00:01.000000Z",
      steps: [
        { at: "2026-11-21T07:00:01.500000Z", did: "called", call: 1, state: "open", code: null },
      ],
    };
    const later = traceEntry("transactions", "TransactionPaid", 3);
    test.reply(GetMonitored, () => ({
      ...replies["get-monitored-transaction"],
      entries: [...replies["get-monitored-transaction"].entries, later],
    }));
    const initiated = traceEntry("payments", "PaymentInitiated", 1);
    test.reply(paymentsAuditTrail.getAuditTrail, ({ streamIds }) => {
      expect(streamIds).toEqual([known.payment_id, known.payout_id]);
      const received_at = "2026-11-21T07:00:02.000000Z";
      const of = { service: "payments", subject_id: known.payment_id } as const;
      const callbacks = [{ ...of, provider: "fedapay", received_at }];
      return { entries: [initiated], attempts: [attempt], callbacks };
    });
    const response = (await get(`/transactions/${known.id}`)).json<{
      data: {
        timeline: { type: string }[];
        story: { what: string }[];
        attempts: unknown[];
        missing: string[];
      };
    }>();
    // Payments and payouts reply alike here.
    expect([...new Set(response.data.story.map(({ what }) => what))]).toEqual([
      "TransactionCreated",
      "PaymentInitiated",
      "collect opened",
      "collect called",
      "callback received",
      "TransactionPaid",
    ]);

    const types = response.data.timeline.map(({ type }) => type);
    expect(types[0]).toBe("TransactionCreated");
    expect(types.at(-1)).toBe("TransactionPaid");
    expect(types).toContain("PaymentInitiated");
    expect(response.data.attempts).toContainEqual(attempt);
    expect(response.data.missing).toEqual([]);
  });

  it("tells an admin what its account was sent meanwhile, and asks nobody of it for a program", async () => {
    const acts = [
      { what: { active: false }, by: newId<string>(), at: "2026-11-21T07:00:01.000000Z" },
    ];
    const mails = [{ kind: "reset-code", queued_at: "2026-11-21T07:00:02.000000Z", sent_at: null }];
    test.reply(GetAccountTrail, ({ accountId, from, to }) => {
      expect([accountId, from, to]).toEqual([known.user_id, known.created_at, known.updated_at]);
      return { acts, mails };
    });
    const path = `/api/v1/monitoring/transactions/${known.id}`;
    const token = signer.token({ roles: ["user", "admin"] });
    const whole = await test.api.call("GET", path, { token });
    const ofProgram = await get(`/transactions/${known.id}`);
    const whats = (response: typeof whole) =>
      response.json<{ data: { story: { what: string }[] } }>().data.story.map(({ what }) => what);

    expect(whats(whole)).toEqual(["TransactionCreated", "account changed", "mail queued"]);
    expect(whats(ofProgram)).toEqual(["TransactionCreated"]);
    expect(requestNames().filter((name) => name === GetAccountTrail.name)).toHaveLength(1);
  });

  it("tells what is known, and who could not be asked, when payments and payouts are away", async () => {
    test.fail(paymentsAuditTrail.getAuditTrail);
    test.fail(GetAccountTrail);
    const token = signer.token({ roles: ["user", "admin"] });
    const path = `/api/v1/monitoring/transactions/${known.id}`;
    const response = await test.api.call("GET", path, { token });

    expect(response.status).toBe(200);
    expect(response.json()).toMatchObject({
      success: true,
      data: {
        transaction: known,
        story: [{ what: "TransactionCreated" }],
        missing: ["payments", "payouts", "identity"],
      },
    });
  });

  it("does not find what is none, and cannot tell it from what has no shape", async () => {
    test.reply(GetMonitored, () => refuse("not-found"));
    const fixed = { "x-request-id": "0191f3a0-0000-7000-8000-0000000000aa" };
    const unknown = await get(`/transactions/${newId()}`, fixed);
    const misshapen = await get("/transactions/1", fixed);

    expect([misshapen.status, misshapen.text]).toEqual([404, unknown.text]);
  });
});

describe("a review", () => {
  const admin: string = newId();
  const resolve = (body: unknown, headers: Record<string, string> = {}) =>
    test.api.call("POST", `/api/v1/monitoring/transactions/${known.id}/resolve`, {
      token: signer.token({ sub: admin, roles: ["user", "admin"] }),
      body,
      headers,
    });

  it("is ended by an admin, with a reason, under a command of its own", async () => {
    const response = await resolve({ resolution: "refund", reason: " asked on the phone " });

    expect([response.status, response.json()]).toEqual([
      200,
      { success: true, data: { status: "FAILED", review: false } },
    ]);
    expect(test.requests[0]?.data).toEqual({
      commandId: expect.any(String),
      transactionId: known.id,
      resolvedBy: admin,
      resolution: "refund",
      reason: "asked on the phone",
    });
  });

  it("is not ended by who may only read, nor without a decision and a reason", async () => {
    const body = { resolution: "close", reason: "r" };
    const token = signer.token({ roles: ["user", "service_client"] });
    const path = `/api/v1/monitoring/transactions/${known.id}/resolve`;
    expect((await test.api.call("POST", path, { token, body })).status).toBe(403);
    const broken = await resolve({ resolution: "forget" });
    expect(broken.status).toBe(422);
    expect(Object.keys(broken.json<{ errors: object }>().errors)).toEqual(["resolution", "reason"]);
    expect(test.requests).toEqual([]);
  });

  it.each(ResolveReview.refusals)("answers the refusal %s in both languages", async (code) => {
    test.reply(ResolveReview, () => refuse(code));
    for (const language of ["fr", "en"] as const) {
      const body = { resolution: "close", reason: "r" };
      const response = await resolve(body, { "accept-language": language });
      const { status } = problems[code];
      const message = wordsIn(language).problems[code];
      expect(response.json()).toMatchObject({ code, status, message });
    }
  });
});

describe("the monitoring of the treasury", () => {
  it("shows the staff every float and the exposure, and nobody else", async () => {
    const response = await get("/treasury");
    expect(response.json()).toEqual({ success: true, data: replies["get-treasury"] });
    const token = signer.token({ roles: ["user"] });
    const refused = await test.api.call("GET", "/api/v1/monitoring/treasury", { token });
    expect(refused.status).toBe(403);
  });
});

describe("the list of aggregators", () => {
  it("shows an admin each provider with both of its directions, as payments and payouts measure them", async () => {
    const token = signer.token({ roles: ["admin"] });
    const response = await test.api.call("GET", "/api/v1/aggregators", { token });
    const { connectors } = replies["list-connectors"];
    const aggregators = connectors.map(({ provider: code, ...measured }) => {
      return { code, collection: measured, disbursement: measured };
    });
    expect(response.json()).toEqual({ success: true, data: { aggregators } });
  });
});

describe("what an admin says of a provider", () => {
  const token = signer.token({ roles: ["admin"] });
  const change = (code: string, body: object) =>
    test.api.call("PATCH", `/api/v1/aggregators/${code}`, { token, body });
  const errorsOf = async (code: string, body: object) => {
    const response = await change(code, body);
    const { errors = {} } = response.json<{ errors?: object }>();
    return [response.status, Object.keys(errors).toSorted()];
  };
  const proposed = () => test.requests.filter(({ name }) => name === "propose-change");

  it("is proposed in the words in which it is shown", async () => {
    const collection = { is_enabled: false, priorities: { MTN_OPEN: 1, MOOV_BENIN: null } };
    const disbursement = { min_xof: 500, max_xof: null };
    const response = await change("sandbox", { collection, disbursement, reason: "why" });
    expect(response.status).toBe(202);
    expect(proposed().map(({ data }) => data)).toMatchObject([
      {
        reason: "why",
        change: { operation: "change-aggregator", code: "sandbox", collection, disbursement },
      },
    ]);
  });

  it("is refused with every field that is broken, and of providers that are none here", async () => {
    expect(await errorsOf("sandbox", {})).toEqual([422, ["collection", "reason"]]);
    const collection = { is_enabled: 1, priorities: { mtn: 1, MTN_OPEN: 0 }, min_xof: 0.5 };
    expect(
      await errorsOf("sandbox", { collection, disbursement: { min_xof: 2, max_xof: 1 } }),
    ).toEqual([
      422,
      [
        "collection.is_enabled",
        "collection.min_xof",
        "collection.priorities.MTN_OPEN",
        "collection.priorities.mtn",
        "disbursement.max_xof",
        "reason",
      ],
    ]);
    expect(await errorsOf("sandbox", { collection: {}, reason: "why" })).toEqual([
      422,
      ["collection.is_enabled"],
    ]);
    const good = { collection: { is_enabled: false }, reason: "why" };
    expect(await errorsOf("nobody", good)).toEqual([404, []]);
    let asked = 0;
    test.reply(paymentsConnectors.listConnectors, () => {
      asked += 1;
      return asked === 1 ? replies["list-connectors"] : { connectors: [] };
    });
    const [status, fields] = await errorsOf("sandbox", { ...good, disbursement: good.collection });
    expect([status, fields]).toEqual([422, [expect.stringMatching(/^(collection|disbursement)$/)]]);
    expect(proposed()).toEqual([]);
  });
});

describe("a request of the staff", () => {
  const token = signer.token({ roles: ["admin"] });
  const look = () => test.api.call("GET", `/api/v1/monitoring/transactions/${known.id}`, { token });

  it("goes to no service before identity was shown who asks for exactly what", async () => {
    expect((await look()).status).toBe(200);

    expect(test.proofs.map(({ data }) => data)).toEqual(
      test.requests.map(({ name: request, data }) => ({
        credential: { kind: "token", token },
        service: expect.stringMatching(/^(?:identity|transactions|payments|payouts)$/),
        request,
        bodyHash: payloadHash(jsonText(data)),
        address: "127.0.0.1",
      })),
    );
    expect(test.proofs).toHaveLength(4);
  });

  it("ends with what identity says to it", async () => {
    for (const [code, status] of [
      ["forbidden", 403],
      ["unauthenticated", 401],
    ] as const) {
      test.reply(AssertStaffAct, () => refuse(code));
      const response = await look();
      expect([response.status, response.json()]).toMatchObject([status, { code }]);
    }
    test.fail(AssertStaffAct);
    expect((await look()).json()).toMatchObject({ code: "service-unavailable" });
    expect(test.requests).toEqual([]);
  });
});
