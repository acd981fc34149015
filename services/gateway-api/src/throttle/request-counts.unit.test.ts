import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { createRequestCounts } from "./request-counts.ts";

const awa = newId() as AccountId;
const koffi = newId() as AccountId;

describe("what a user asks of a gateway", () => {
  it("is counted for each of them apart", () => {
    const requests = createRequestCounts(2, 60_000);

    expect(requests.count(awa, 0)).toEqual({ isAllowed: true, remaining: 1, resetSeconds: 60 });
    expect(requests.count(awa, 1)).toEqual({ isAllowed: true, remaining: 0, resetSeconds: 60 });
    expect(requests.count(awa, 30_000)).toEqual({
      isAllowed: false,
      remaining: 0,
      resetSeconds: 30,
    });
    expect(requests.count(koffi, 30_000).isAllowed).toBe(true);
  });

  it("begins anew when the minute is over", () => {
    const requests = createRequestCounts(1, 60_000);
    requests.count(awa, 0);

    expect(requests.count(awa, 59_999)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
    expect(requests.count(awa, 60_000)).toMatchObject({ isAllowed: true, resetSeconds: 60 });
  });
});
