import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineFact, findFactSchema, typesOfFact } from "./fact.ts";
import { XofText } from "./texts.ts";

// An invented fact: version 1 knew only mobile money and named an operator who has left since.
const RefundSentV1 = z.object({ refundId: z.string(), amountXof: XofText, operator: z.string() });
const RefundSent = defineFact({
  service: "payments",
  name: "RefundSent",
  version: 2,
  schema: z.object({
    refundId: z.string(),
    amountXof: XofText,
    rail: z.enum(["mobile-money", "lightning"]),
  }),
  upcasters: {
    1: RefundSentV1.transform(({ operator: _operator, ...rest }) => ({
      ...rest,
      rail: "mobile-money" as const,
    })),
  },
});

describe("a fact with a new version", () => {
  it("is published under the new type and still known under the old one", () => {
    expect(RefundSent.type).toBe("sanu.payments.RefundSent.v2");
    expect(typesOfFact(RefundSent)).toEqual([
      "sanu.payments.RefundSent.v2",
      "sanu.payments.RefundSent.v1",
    ]);
  });

  it("is read from the old version as if it had been published today", () => {
    const schema = findFactSchema(RefundSent, "sanu.payments.RefundSent.v1");

    expect(schema?.parse({ refundId: "r-1", amountXof: "5000", operator: "MTN" })).toEqual({
      refundId: "r-1",
      amountXof: xof(5_000n),
      rail: "mobile-money",
    });
  });

  it("is read from the new version as it is", () => {
    const schema = findFactSchema(RefundSent, "sanu.payments.RefundSent.v2");
    const data = { refundId: "r-1", amountXof: "5000", rail: "lightning" };

    expect(schema?.parse(data)).toEqual({ ...data, amountXof: xof(5_000n) });
  });

  it("has no schema for a version that this release does not know", () => {
    expect(findFactSchema(RefundSent, "sanu.payments.RefundSent.v3")).toBeUndefined();
    expect(findFactSchema(RefundSent, "sanu.payouts.RefundSent.v2")).toBeUndefined();
  });

  it("is not read by the old shape under the new type, nor the other way round", () => {
    const newest = findFactSchema(RefundSent, "sanu.payments.RefundSent.v2");
    const old = findFactSchema(RefundSent, "sanu.payments.RefundSent.v1");

    expect(newest?.safeParse({ refundId: "r-1", amountXof: "1", operator: "MTN" }).success).toBe(
      false,
    );
    expect(old?.safeParse({ refundId: "r-1", amountXof: "1", rail: "lightning" }).success).toBe(
      false,
    );
  });
});
