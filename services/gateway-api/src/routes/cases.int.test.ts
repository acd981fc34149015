import {
  ApproveVerdict,
  GetCase,
  jsonText,
  ListCases,
  ProposeVerdict,
  problems,
  WithdrawProposal,
} from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const [known] = replies["list-cases"].rows;
if (known === undefined) throw new Error("The fixture has a case");
const test = useGateway({ signer });
const admin: string = newId();

const get = (path: string) =>
  test.api.call("GET", `/api/v1/monitoring/cases${path}`, {
    token: signer.token({ roles: ["user", "service_client"] }),
  });
const post = (action: string, body: unknown, roles: ("user" | "admin" | "service_client")[]) =>
  test.api.call("POST", `/api/v1/monitoring/cases/${known.id}/${action}`, {
    token: signer.token({ sub: admin, roles: ["user", ...roles] }),
    body,
  });
const arrived = {
  verdict: "arrived",
  provider_reference: "ref-1",
  amount_satoshi: 8_169,
  evidence: "seen",
};

describe("the cases of the staff", () => {
  it("are listed by kind, status, age and transaction, page by page", async () => {
    const transactionId = newId<string>();
    const query = `kind=outcome-unknown&status=proposed&older_than=24&transaction=${transactionId}&limit=2&cursor=c`;
    const response = await get(`?${query}`);
    await get("");

    expect(response.json()).toEqual({
      success: true,
      cases: replies["list-cases"].rows,
      meta: { next_cursor: "next" },
    });
    const nothing = { limit: 50, cursor: null, kind: null, status: null };
    expect(test.requests.map(({ data }) => data)).toEqual([
      {
        limit: 2,
        cursor: "c",
        kind: "outcome-unknown",
        status: "proposed",
        olderThanHours: 24,
        transactionId,
      },
      { ...nothing, olderThanHours: null, transactionId: null },
    ]);
  });

  it.each(["kind=x", "status=x", "older_than=x", "older_than=-1", "transaction=x"])(
    "are not listed by %s",
    async (query) => {
      const response = await get(`?${query}`);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([
        query.split("=")[0],
      ]);
    },
  );

  it("are refused a cursor that is none of ours, and an id of none", async () => {
    test.reply(ListCases, () => refuse("validation-failed", undefined, { cursor: ["invalid"] }));
    test.reply(GetCase, () => refuse("not-found"));
    const forged = await get("?cursor=forged");
    expect([forged.status, forged.json()]).toMatchObject([
      422,
      { errors: { cursor: [expect.any(String)] } },
    ]);
    expect((await get(`/${newId()}`)).status).toBe(404);
  });

  it("are shown with who did what", async () => {
    const response = await get(`/${known.id}`);
    expect(response.json()).toEqual({ success: true, data: { case: replies["get-case"].case } });
  });
});

describe("a verdict", () => {
  it.each([
    [
      arrived,
      {
        kind: "arrived",
        providerReference: "ref-1",
        money: { currency: "SATS", amountSats: "8169" },
      },
    ],
    [
      { ...arrived, amount_satoshi: undefined, amount_xof: 5_000 },
      {
        kind: "arrived",
        providerReference: "ref-1",
        money: { currency: "XOF", amountXof: "5000" },
      },
    ],
    [{ verdict: "never", evidence: "seen" }, { kind: "never" }],
    [{ verdict: "close", evidence: "seen" }, { kind: "close" }],
  ])("is proposed by an admin, under a command of its own: %o", async (body, proposed) => {
    const response = await post("propose", body, ["admin"]);
    expect([response.status, response.json()]).toMatchObject([200, { data: { case: known } }]);
    const [said] = test.requests.filter(({ name }) => name === ProposeVerdict.name);
    expect(said?.data).toMatchObject({
      commandId: expect.any(String),
      caseId: known.id,
      by: admin,
      evidence: "seen",
    });
    const sent: unknown = JSON.parse(jsonText(said?.data));
    // Whose money the reference names: payments and payouts are asked, both.
    const booked = replies["find-by-provider-reference"].transactionIds;
    const isArrived = proposed.kind === "arrived";
    expect(sent).toMatchObject({
      proposed,
      ...(isArrived && { bookedWith: [...booked, ...booked] }),
    });
    expect(test.requests).toHaveLength(isArrived ? 3 : 1);
  });

  it.each([
    [{}, ["verdict", "evidence", "amount_xof"]],
    [{ verdict: "arrived", evidence: "e" }, ["provider_reference", "amount_xof"]],
    [{ ...arrived, amount_xof: 5 }, ["amount_xof"]],
    [{ ...arrived, amount_satoshi: 0 }, ["amount_satoshi"]],
    [{ ...arrived, verdict: "paid-by-hand" }, ["amount_satoshi"]],
    [{ verdict: "never", evidence: "e", amount_xof: 5 }, ["amount_xof"]],
  ])("names every broken field of %o", async (body, fields) => {
    const response = await post("propose", body, ["admin"]);
    expect(response.status).toBe(422);
    expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(
      expect.arrayContaining(fields.filter((field) => field !== "amount_xof" || "verdict" in body)),
    );
    expect(test.requests).toEqual([]);
  });

  it.each([
    ["approve", ApproveVerdict, { reason: "the desk says the same" }],
    ["withdraw", WithdrawProposal, {}],
  ] as const)(
    "is decided by name, and approved with a reason: %s",
    async (action, definition, words) => {
      const proposalId: string = newId();
      const said = { proposal_id: proposalId, ...words };
      expect((await post(action, said, ["admin"])).status).toBe(200);
      expect(test.requests[0]).toMatchObject({
        name: definition.name,
        data: { caseId: known.id, by: admin, proposalId, ...words },
      });
      const refused = await post(action, {}, ["admin"]);
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(Object.keys(said));
    },
  );

  it("is nobody's who may only read", async () => {
    const body = { proposal_id: newId(), reason: "seen" };
    expect((await post("propose", arrived, ["service_client"])).status).toBe(403);
    expect((await post("approve", body, ["service_client"])).status).toBe(403);
    expect((await post("withdraw", body, [])).status).toBe(403);
    expect(test.requests).toEqual([]);
  });

  it("is refused in both languages", async () => {
    for (const code of ApproveVerdict.refusals) {
      test.reply(ApproveVerdict, () => refuse(code));
      const body = { proposal_id: newId(), reason: "seen" };
      const response = await post("approve", body, ["admin"]);
      expect(response.json()).toMatchObject({ code, status: problems[code].status });
    }
    for (const code of ProposeVerdict.refusals) {
      test.reply(ProposeVerdict, () => refuse(code));
      expect((await post("propose", arrived, ["admin"])).json()).toMatchObject({ code });
    }
  });
});
