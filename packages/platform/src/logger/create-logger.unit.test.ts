import { describe, expect, it } from "vitest";
import { createLogger, logFields } from "./create-logger.ts";

function recording() {
  const lines: string[] = [];
  const logger = createLogger({
    service: "payments",
    level: "info",
    destination: { write: (line) => void lines.push(line) },
  });
  const last = (): unknown => JSON.parse(lines.at(-1) ?? "{}");
  return { logger, lines, last };
}

describe("a log line", () => {
  it("carries service, level, time and the ids of the request and the transaction", () => {
    const { logger, last } = recording();

    logger
      .child(logFields({ correlationId: "req-1", transactionId: "tx-1" }))
      .info({ amountXof: 5_000n }, "payment completed");

    expect(last()).toMatchObject({
      service: "payments",
      level: "info",
      correlationId: "req-1",
      transactionId: "tx-1",
      amountXof: 5_000,
      message: "payment completed",
      time: expect.stringMatching(/Z$/),
    });
  });

  it("leaves ids out that nobody knows", () => {
    expect(logFields({ correlationId: undefined })).toEqual({});
  });

  it.each([
    "authorization",
    "Authorization",
    "password",
    "password_confirmation",
    "otp",
    "token",
    "access_token",
    "email",
    "number",
    "payerNumber",
    "receiver",
    "receiver_address",
    "destination",
    "payment_url",
    "whatsapp",
    "set-cookie",
    "rawBodyBase64",
    "hmacKey",
  ])("hides %s at any depth and in a list", (field) => {
    const { logger, lines } = recording();

    logger.info({ [field]: "v4lue", deep: { list: [{ [field]: { more: "v4lue" } }] } }, "seen");

    expect(lines.join()).not.toContain("v4lue");
    expect(lines.join()).toContain("[hidden]");
  });

  it("hides what a child logger was given", () => {
    const { logger, lines } = recording();

    logger.child({ token: "v4lue", email: "v4lue" }).info("seen");

    expect(lines.join()).not.toContain("v4lue");
  });

  it("hides a code of digits, and keeps the code of a problem", () => {
    const { logger, last } = recording();

    logger.info({ code: "123456", answer: { code: "limit-exceeded" } }, "seen");

    expect(last()).toMatchObject({ code: "[hidden]", answer: { code: "limit-exceeded" } });
  });

  it("cuts addresses, phone numbers, tokens and passwords out of any sentence", () => {
    const { logger, lines } = recording();
    const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl";

    logger.warn(`ama@example.com, +22997000789 and ${token}`);
    logger.warn({ url: "nats://sanu:p4ss@localhost:4222" }, "reconnecting");

    expect(lines.join()).not.toMatch(/ama@|22997|eyJ|p4ss/);
    expect(lines.every((line) => JSON.parse(line) !== null)).toBe(true);
  });

  it("keeps package versions in stack traces readable", () => {
    const { logger, lines } = recording();

    logger.info("node_modules/.pnpm/pg@8.23.1/node_modules/pg/lib/client.js:12");

    expect(lines.join()).toContain("pg@8.23.1");
  });

  it("tells the code, constraint and cause of an error, and nothing that quotes a row", () => {
    const { logger, last, lines } = recording();
    const cause = Object.assign(new Error("duplicate key"), {
      code: "23505",
      constraint: "accounts_email_key",
      detail: "Key (email)=(v4lue) already exists.",
    });

    logger.error({ error: new Error("registration failed", { cause }) }, "fault");

    expect(last()).toMatchObject({
      error: {
        message: "registration failed",
        cause: { errorCode: "23505", constraint: "accounts_email_key" },
      },
    });
    expect(lines.join()).not.toContain("v4lue");
  });

  it("tells a request by its route, never by its URL", () => {
    const { logger, last } = recording();

    logger.info(
      {
        req: { method: "GET", url: "/pay/v4lue", routeOptions: { url: "/pay/:token" } },
        res: { statusCode: 200 },
      },
      "answered",
    );

    expect(last()).toMatchObject({
      req: { method: "GET", route: "/pay/:token" },
      res: { status: 200 },
    });
  });
});
