import { randomBytes } from "node:crypto";
import { ReceiveCallback, type RequestData } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { useGateway } from "../gateway.fixture.ts";
import { gatewayLimits } from "../limits.ts";

const test = useGateway();

const send = (
  rawBody: string | Uint8Array,
  headers: Record<string, string> = {},
  provider = "sandbox",
) => test.api.call("POST", `/webhooks/${provider}`, { rawBody, headers });
const received = () => test.requests[0]?.data as RequestData<typeof ReceiveCallback>;

describe("a provider's callback", () => {
  it.each(["application/json", "text/xml", "application/octet-stream", undefined])(
    "reaches payments byte for byte, whatever its type claims: %s",
    async (type) => {
      const bytes = randomBytes(4_096);
      const response = await send(bytes, type === undefined ? {} : { "content-type": type });

      expect(response.status).toBe(200);
      expect(response.json()).toEqual({ success: true });
      expect(received().provider).toBe("sandbox");
      expect(Buffer.from(received().rawBodyBase64, "base64").equals(bytes)).toBe(true);
    },
  );

  it("that came by PUT reaches payments with that, which knows who sends so", async () => {
    const rawBody = '{"externalId":"1"}';
    expect((await test.api.call("PUT", "/webhooks/mtnmomo", { rawBody })).status).toBe(200);
    expect(received()).toMatchObject({ provider: "mtnmomo", method: "PUT" });
    expect(Buffer.from(received().rawBodyBase64, "base64").toString()).toBe(rawBody);
    await send(rawBody);
    expect(test.requests[1]?.data).not.toHaveProperty("method");
  });

  it("reaches payments also with an empty body", async () => {
    expect((await send("")).status).toBe(200);
    expect(received().rawBodyBase64).toBe("");
  });

  it("brings the headers that can carry a signature, and no credentials or addresses", async () => {
    await send("{}", {
      "x-sandbox-signature": "t=1,v1=ab",
      "webhook-id": "msg_1",
      authorization: "Bearer secret",
      cookie: "secret",
      "x-forwarded-for": "10.0.0.1",
    });

    expect(received().headers).toMatchObject({
      "x-sandbox-signature": "t=1,v1=ab",
      "webhook-id": "msg_1",
    });
    expect(JSON.stringify(received().headers)).not.toMatch(/secret|10\.0\.0\.1/);
  });

  it.each([
    ["accepted", 200],
    ["ignored", 200],
    ["bad-signature", 401],
    ["stale", 400],
    ["malformed", 400],
    ["unknown-provider", 404],
  ] as const)("that is %s is answered with %i", async (outcome, status) => {
    test.reply(ReceiveCallback, () => ({ outcome }));

    expect((await send("{}")).status).toBe(status);
  });

  it("is to be sent again when payments cannot take it", async () => {
    test.fail(ReceiveCallback);

    const response = await send("{}");

    expect(response.status).toBe(503);
    expect(response.headers["retry-after"]).toBe("1");
  });

  it("above 64 KiB is refused, and one of 64 KiB is not", async () => {
    const body = (length: number) => new Uint8Array(length);

    expect((await send(body(gatewayLimits.bodyBytesMax + 1))).status).toBe(413);
    expect((await send(body(gatewayLimits.bodyBytesMax))).status).toBe(200);
  });

  it.each(["UPPER", "a".repeat(33), "a%2Fb", "."])("has no provider %s", async (provider) => {
    expect((await send("{}", {}, provider)).status).toBe(404);
    expect(test.requests).toEqual([]);
  });
});
