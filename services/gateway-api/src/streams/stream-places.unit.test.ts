import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { streamLimits } from "../limits.ts";
import { createStreamPlaces, type Followed, type ReservedPlace } from "./stream-places.ts";

const { perOwnerMax, pagesOfAccountMax, unpaidMax, openMax } = streamLimits;
const principal = { roles: ["user"], country: null, expiresAtMs: null, token: null } as const;

describe("the places of streams", () => {
  const opening = (places: ReturnType<typeof createStreamPlaces>) => {
    const open: ReservedPlace[] = [];
    const take = (place: ReservedPlace | "too-many" | "full", followed: Followed) => {
      if (typeof place === "string") return place;
      const refusal = place.take(followed);
      if (refusal === undefined) open.push(place);
      else place.release();
      return refusal ?? "open";
    };
    return {
      open,
      page: (token: string, followed: Followed) =>
        take(places.reserve({ kind: "page", token }), followed),
      user: (accountId: AccountId, isPaid: boolean) =>
        take(places.reserve({ kind: "user", principal: { ...principal, accountId } }), {
          accountId,
          isPaid,
        }),
    };
  };

  it("are not all taken by 34 accounts with ten unpaid orders each", () => {
    const places = createStreamPlaces();
    const looks = opening(places);
    for (let account = 0; account < 34; account += 1) {
      const accountId = newId();
      for (let look = 0; look < 10 * perOwnerMax.page; look += 1) {
        looks.page(`${account} ${look % 10}`, { accountId, isPaid: false });
        looks.user(accountId as AccountId, false);
      }
    }
    expect(looks.open).toHaveLength(34 * (pagesOfAccountMax + perOwnerMax.user));
    expect(looks.page("hers", { accountId: newId(), isPaid: false })).toBe("open");
  });

  it("are left for those who have paid, however many have not", () => {
    const places = createStreamPlaces();
    const looks = opening(places);
    const unpaid = () => looks.page(newId(), { accountId: newId(), isPaid: false });
    while (unpaid() === "open");
    expect(looks.open).toHaveLength(unpaidMax.page);
    expect(looks.page("paid", { accountId: newId(), isPaid: true })).toBe("open");
    expect(looks.user(newId() as AccountId, false)).toBe("open");
    while (looks.page(newId(), { accountId: null, isPaid: true }) === "open");
    expect(looks.open).toHaveLength(openMax.page + 1);
  });

  it("are free again once, when a look has ended or was refused", () => {
    const places = createStreamPlaces();
    const looks = opening(places);
    const accountId = newId();
    for (let page = 0; page < pagesOfAccountMax; page += 1) {
      expect(looks.page(`${page}`, { accountId, isPaid: true })).toBe("open");
    }
    expect(looks.page("another", { accountId, isPaid: true })).toBe("too-many");
    for (const place of [...looks.open, ...looks.open]) place.release();
    expect(places.size()).toBe(0);
  });
});
