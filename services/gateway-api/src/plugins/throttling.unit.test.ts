import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Throttle } from "../throttle/throttle.ts";
import { throttlePublicOperations } from "./throttling.ts";

function throttledApp() {
  const app = fastify();
  throttlePublicOperations(app, () => {
    throw new Error("Nothing is requested before the start");
  });
  return app;
}

describe("a throttled route", () => {
  const body = z.object({ email: z.string() }).refine(() => true);
  const start = (throttle: Partial<Throttle>, schema: object) =>
    throttledApp().post(
      "/auth/login",
      { config: { throttle: throttle as Throttle }, schema },
      () => "",
    );

  it.each([
    ["names no field", { action: "log-in" }, { body }],
    ["names none of its body", { action: "log-in", subject: ["user_id"] }, { body }],
    [
      "names one that its body lacks",
      { action: "log-in", subject: ["email", "user_id"] },
      { body },
    ],
    ["reads no body", { action: "log-in", subject: ["email"] }, {}],
  ] as const)("does not start when it %s", (_why, throttle, schema) => {
    expect(() => start(throttle as Partial<Throttle>, schema)).toThrow(
      "Nobody said by which field of its body /auth/login is counted",
    );
  });

  it("starts when it names fields of its body", () => {
    expect(() => start({ action: "log-in", subject: ["email"] }, { body })).not.toThrow();
  });
});
