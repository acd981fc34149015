import { ReceiveCallback } from "@sanu/contracts";
import { afterAll, describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const env = {
  OPEN_REQUESTS_PER_ADDRESS_AND_MINUTE: "8",
  CALLBACKS_PER_ADDRESS_AND_MINUTE: "12",
  GATEWAY_REPLICAS: "4",
  GATEWAY_TRUST_PROXY: "loopback",
};
const test = await startGateway({ env });
afterAll(() => test.stop());

const parts = [
  ["callbacks", "POST", ["/webhooks/sandbox"], 3],
  ["pages", "GET", ["/pay/0123456789abcdefABCD_-/status", "/pay/no-token", "/account/reset"], 2],
  ["rates", "GET", ["/api/v1/rates", "/api/v1/rates/history"], 2],
  ["documents", "GET", ["/openapi.json", "/docs/static/swagger-ui.css", "/assets/pay.css"], 2],
] as const;

describe("what is open to everybody", () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const call = (method: "GET" | "POST", path: string, address: string) =>
    test.api.call(method, path, {
      headers: { ...from(address), "content-type": "application/json" },
      ...(method === "POST" ? { rawBody: "{}" } : {}),
    });

  it.each(parts)(
    "is counted by address, for all %s together",
    async (name, method, paths, quota) => {
      test.requests.length = 0;
      const answers = [];
      for (let sent = 0; sent <= quota; sent += 1) {
        answers.push(await call(method, paths[sent % paths.length] ?? "", `2001:db8:0:1::${sent}`));
      }
      const last = answers.pop();
      expect(answers.map(({ status }) => status)).not.toContain(429);
      expect(answers[0]?.headers["ratelimit-policy"]).toBe(`"${name}";q=${quota};w=60`);
      expect(last?.status).toBe(429);
      expect(last?.json()).toMatchObject({ code: "too-many-requests" });
      expect(last?.headers["retry-after"]).toMatch(/^[1-9]\d?$/);
      const passed = test.requests.filter(({ name: asked }) => asked === ReceiveCallback.name);
      expect(passed.length).toBe(name === "callbacks" ? quota : 0);

      expect((await call(method, paths[0], "2001:db8:0:2::1")).status).not.toBe(429);
    },
  );
});
