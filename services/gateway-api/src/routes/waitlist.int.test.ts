import { JoinWaitlist, ListWaitlist } from "@sanu/contracts";
import { refuse } from "@sanu/platform";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { user } from "../identity-replies.fixture.ts";
import { signedReplies } from "../replies.fixture.ts";

const { signer, replies } = signedReplies();
const test = useGateway({ signer });

const join = (body: unknown, headers: Record<string, string> = {}) =>
  test.api.call("POST", "/api/v1/waitlist/create", { body, headers });
const list = (query = "", roles: readonly string[] = ["user", "admin"]) =>
  test.api.call("GET", `/api/v1/waitlist${query}`, { token: signer.token({ roles }) });

describe("joining the waitlist", () => {
  it.each(["fr", "en"] as const)("needs an address and nothing else (%s)", async (language) => {
    const response = await join({ email: " awa@example.com " }, { "accept-language": language });

    expect(response.status).toBe(201);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.text).toBe(replies["join-waitlist"].responseJson);
    const nothing = { name: null, whatsapp: null, country: null, idempotency: null };
    expect(test.requests.map(({ data }) => data)).toEqual([
      { email: "awa@example.com", ...nothing, language },
    ]);
  });

  it("hands on the key of a client, with a hash that is the same for the same body", async () => {
    const headers = { "idempotency-key": "mine" };
    await join({ email: "awa@example.com", name: "Awa" }, headers);
    await join({ name: "Awa", email: "awa@example.com", more: 1 }, headers);
    await join({ email: "awa@example.com", name: "Ama" }, headers);
    const requests = test.requests as readonly {
      data: { idempotency: { key: string; bodyHash: string } };
    }[];
    const [first, same, other] = requests.map(({ data }) => data.idempotency);

    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(first).toEqual({ key: hash, bodyHash: hash });
    expect(same).toEqual(first);
    expect(other?.bodyHash).not.toBe(first?.bodyHash);
    expect((await join({ email: user.email }, { "idempotency-key": "no key" })).status).toBe(422);
  });

  it("says that an answer is repeated, and refuses a key with another body", async () => {
    const headers = { "idempotency-key": "mine" };
    test.reply(JoinWaitlist, () => ({ ...replies["join-waitlist"], replayed: true }));
    const again = await join({ email: user.email }, headers);
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);

    test.reply(JoinWaitlist, () => refuse("idempotency-key-reused"));
    expect((await join({ email: user.email }, headers)).json()).toMatchObject({
      status: 422,
      code: "idempotency-key-reused",
      errors: { "idempotency-key": [expect.any(String)] },
    });
  });

  it("tells nobody whether the address stands on it already", async () => {
    const first = await join({ email: user.email });
    test.reply(JoinWaitlist, () => ({ ...replies["join-waitlist"], isNew: false }));

    const again = await join({ email: user.email });
    expect([again.status, again.text]).toEqual([first.status, first.text]);
  });

  it("tells all broken fields at once, in the language of the client", async () => {
    const broken = { email: "awa", name: "a\u0007", whatsapp: "abc", country: "FR" };
    const french = await join(broken);
    const english = await join({}, { "accept-language": "en" });

    expect(french.status).toBe(422);
    expect(Object.keys(french.json<{ errors: object }>().errors)).toEqual(Object.keys(broken));
    expect(english.json()["errors"]).toEqual({ email: ["The email address is required."] });
    expect(test.requests).toEqual([]);
  });

  it("tells what identity found broken in the same shape", async () => {
    test.reply(JoinWaitlist, () =>
      refuse("validation-failed", {}, { whatsapp: ["invalid-phone-number"] }),
    );

    expect((await join({ email: user.email })).json()).toMatchObject({
      status: 422,
      errors: { whatsapp: ["Le numéro WhatsApp doit être un numéro de téléphone valide."] },
    });
  });
});

describe("the waitlist", () => {
  it("is shown to an admin, page by page", async () => {
    const { rows } = replies["list-waitlist"];
    const response = await list("?limit=2&cursor=c");

    expect(response.json()).toEqual({
      success: true,
      entries: rows,
      meta: { next_cursor: "next" },
    });
    expect(test.requests[0]?.data).toEqual({ limit: 2, cursor: "c" });
  });

  it.each([["user"], ["service_client"]])("is not shown to a %s", async (role) => {
    expect((await list("", ["user", role])).status).toBe(403);
  });

  it("answers 422 to a cursor that identity did not make, and to a limit that is none", async () => {
    test.reply(ListWaitlist, () => refuse("validation-failed", undefined, { cursor: ["invalid"] }));

    expect((await list("?cursor=forged")).json()).toMatchObject({
      status: 422,
      errors: { cursor: [expect.any(String)] },
    });
    expect((await list("?limit=0")).status).toBe(422);
  });
});
