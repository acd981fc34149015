import { defineFact } from "@sanu/contracts";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { PUBLIC_DATA_BYTES_MAX, publicFact } from "./events.ts";

const ParcelSent = defineFact({
  service: "payouts",
  name: "ParcelSent",
  version: 1,
  schema: z.object({
    parcelId: z.string(),
    weightGrams: z.string(),
    note: z.string().optional(),
  }),
});

describe("the public form of an event", () => {
  it("says what the fact names, and nothing that only the event has", () => {
    const event = { type: "ParcelSent", v: 1, parcelId: "p", weightGrams: 5n, receiver: "Awa" };
    expect(publicFact(ParcelSent, event)).toEqual({
      type: "sanu.payouts.ParcelSent.v1",
      dataText: '{"parcelId":"p","weightGrams":"5"}',
    });
  });

  it("is refused when it is larger than anybody should receive", () => {
    const note = "n".repeat(PUBLIC_DATA_BYTES_MAX);
    const publish = () => publicFact(ParcelSent, { parcelId: "p", weightGrams: 5n, note });
    expect(publish).toThrow("sanu.payouts.ParcelSent.v1 is larger than 65536 bytes");
  });
});
