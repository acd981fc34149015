import { instant, plusMs } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { believedReceivedAt } from "./received-at.ts";

const requestedAt = instant("2026-11-21T10:00:00.000000Z");
const receivedAt = instant("2026-11-21T10:10:00.000000Z");
const at = instant("2026-11-21T10:20:00.500000Z");
const hourMs = 3_600_000;

const believed = (changes: Partial<Parameters<typeof believedReceivedAt>[0]>) =>
  believedReceivedAt({ receivedAt, statedAt: null, at, ...changes }, requestedAt);

describe("when money came", () => {
  it("is what the provider says", () => {
    expect(believed({})).toBe(receivedAt);
    expect(believed({ statedAt: plusMs(at, -500) })).toBe(receivedAt);
    expect(believed({ receivedAt: requestedAt })).toBe(requestedAt);
    expect(believed({ receivedAt: at })).toBe(at);
  });

  it("is when we first saw it where the provider does not say", () => {
    expect(believed({ receivedAt: null })).toBe(at);
  });

  it("is not believed where it lies in the future", () => {
    expect(believed({ receivedAt: plusMs(at, 1) })).toBe(at);
    expect(believed({ receivedAt: plusMs(at, 48 * hourMs) })).toBe(at);
  });

  it("is not believed where it lies before the order", () => {
    expect(believed({ receivedAt: plusMs(requestedAt, -1) })).toBe(at);
  });

  it.each([-hourMs, -6_000, 6_000, 48 * hourMs])(
    "is understood by the clock that the provider shows, which is ahead by %d ms",
    (aheadMs) => {
      const said = { receivedAt: plusMs(receivedAt, aheadMs), statedAt: plusMs(at, aheadMs) };
      expect(believed(said)).toBe(receivedAt);
    },
  );

  it.each(["0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.000000Z"] as const)(
    "is when we first saw it where the provider's clock is off by millennia: %s",
    (clock) => {
      const statedAt = instant(clock);
      expect(believed({ statedAt })).toBe(at);
      for (const said of ["0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.000000Z"] as const) {
        expect(believed({ receivedAt: instant(said) })).toBe(at);
        expect(believed({ receivedAt: instant(said), statedAt: plusMs(at, -hourMs) })).toBe(at);
      }
    },
  );

  it("is not believed where the provider's clock shows that its moment lies in the future", () => {
    expect(believed({ receivedAt: at, statedAt: plusMs(at, -hourMs) })).toBe(at);
  });
});
