import { type ProposalView, proposalCursor } from "@sanu/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergePages, type ProposalPage } from "./merge-pages.ts";

const proposalAt = (service: number, place: number): ProposalView => ({
  id: `${service}-${String(place).padStart(3, "0")}`,
  operation: "change-rates",
  status: "proposed",
  account_id: null,
  content: {},
  content_sha256: "",
  reason: "",
  proposed_by: "",
  proposed_at: `at ${String(place).padStart(3, "0")}`,
  expires_at: "",
  decided_by: null,
  decided_at: null,
  decision_reason: null,
});

/** What a service answers: as many as it was asked for, or fewer where they would fill a message. */
function pageOf(all: readonly ProposalView[], after: string | null, rowsMax: number): ProposalPage {
  const placeOf = (one: ProposalView) => `${one.proposed_at}/${one.id}`;
  const behind = after === null ? "" : Buffer.from(after, "base64url").toString();
  const left = all.filter((one) => placeOf(one) > behind);
  const rows = left.slice(0, rowsMax);
  const last = left.length > rows.length ? rows.at(-1) : undefined;
  return { rows, nextCursor: last === undefined ? null : proposalCursor(last) };
}

describe("what waits in several services", () => {
  it("is there once and in order, page by page, also where a service gives fewer rows than it was asked for", () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 30 });
    const shorter = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(places, places, shorter, (one, other, rowsMost) => {
        const services = [one, other].map((each, service) =>
          each.toSorted((a, b) => a - b).map((place) => proposalAt(service, place)),
        );
        const seen: string[] = [];
        let cursor: string | null = null;
        let asked = 0;
        do {
          const pages = services.map((all) => {
            asked += 1;
            return pageOf(all, cursor, rowsMost[asked % rowsMost.length] ?? 1);
          });
          const page = mergePages(pages, 5);
          seen.push(...page.rows.map(({ proposed_at, id }) => `${proposed_at}/${id}`));
          cursor = page.nextCursor;
        } while (cursor !== null && asked < 1_000);
        const all = services.flat().map(({ proposed_at, id }) => `${proposed_at}/${id}`);
        expect(seen).toEqual(all.toSorted());
      }),
    );
  });
});
