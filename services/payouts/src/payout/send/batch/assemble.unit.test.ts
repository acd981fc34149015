import type { Attempt } from "@sanu/platform";
import type { SendOrder } from "@sanu/rails";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Assembled,
  assemble,
  type Candidate,
  type LeftOut,
  type Member,
  withoutThose,
} from "./assemble.ts";

const candidateOf = (canonical: string | null, at: number): Candidate => {
  const attempt = { attemptId: `${at}` } as Attempt;
  const destination = { kind: "onchain", canonical };
  const order = { key: attempt.attemptId, destination } as unknown as SendOrder;
  return { attempt, order: canonical === null ? null : order };
};
const idsOf = ({ together = [], alone, later }: LeftOut & Partial<Assembled>) =>
  [...together.map(({ attempt }) => attempt), ...alone, ...later].map((one) => one.attemptId);

const candidates = fc
  .array(fc.option(fc.constantFrom("a", "b", "c", "d")), { maxLength: 12 })
  .map((addresses) => addresses.map(candidateOf));

describe("payouts that wait for each other", () => {
  it("are each either together, alone or later, and no address is paid twice by one transaction", () => {
    fc.assert(
      fc.property(candidates, (given) => {
        const assembled = assemble(given);
        expect(idsOf(assembled).toSorted()).toEqual(
          given.map(({ attempt }) => attempt.attemptId).toSorted(),
        );
        const addresses = assembled.together.map(({ order }) => order.destination.canonical);
        expect(new Set(addresses).size).toBe(addresses.length);
        expect(addresses).not.toHaveLength(1);
        // Else they would be looked at for ever.
        const isNews = assembled.together.length + assembled.alone.length > 0;
        expect(isNews || given.length === 0).toBe(true);
      }),
    );
  });

  it("are each left somewhere when they are refused, and somebody always goes alone", () => {
    const keys = fc.array(fc.integer({ min: 0, max: 14 }).map(String));
    fc.assert(
      fc.property(candidates, keys, (given, meant) => {
        const members: Member[] = [...assemble(given).together];
        const left = withoutThose(members, meant);
        expect(idsOf(left).toSorted()).toEqual(members.map(({ order }) => order.key).toSorted());
        expect(left.alone.length > 0 || members.length === 0).toBe(true);
        const isMeant = members.some(({ order }) => meant.includes(order.key));
        const wrongly = left.alone.filter(({ attemptId }) => !meant.includes(attemptId));
        expect(isMeant ? wrongly : []).toEqual([]);
      }),
    );
  });
});
