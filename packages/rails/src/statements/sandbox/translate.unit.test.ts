import { instant } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { isUnknownAfter } from "../../http/unknown-after.fixture.ts";
import { responses } from "./samples.ts";
import { readStatementPage } from "./translate.ts";

const query = {
  account: "collections",
  from: instant("2026-11-21T07:00:00.000000Z"),
  to: instant("2026-11-21T08:00:00.000000Z"),
  cursor: null,
};
const unexpected = { kind: "unknown", cause: "unexpected-response" };

describe("a page of a statement", () => {
  it("says what moved, under which names, and what the account held before and after", () => {
    expect(readStatementPage(responses.page, query)).toEqual({
      kind: "accepted",
      value: {
        lines: [
          {
            reference: "d343594b-e832-457e-a616-95ee0f6b898f",
            key: "b54a2d2e-1a63-4f37-a2f5-5c5b1c1a0d5e",
            kind: "collection",
            currency: "XOF",
            amount: 5_000n,
            fee: 0n,
            state: "settled",
            at: "2026-11-21T07:46:42.496000Z",
          },
        ],
        next: null,
        balances: { currency: "XOF", opening: 0n, closing: 5_000n },
      },
    });
  });

  it("may come without balances, and an account may be overdrawn", () => {
    expect(readStatementPage(responses.ofNode, query)).toMatchObject({ value: { balances: null } });
    expect(readStatementPage(responses.overdrawn, query)).toMatchObject({
      value: { balances: { opening: -20n } },
    });
  });

  it("is none where it is of another account or period, or in a word nobody documented", () => {
    expect(readStatementPage(responses.ofAnother, query)).toEqual(unexpected);
    expect(readStatementPage(responses.ofAnotherPeriod, query)).toEqual(unexpected);
    expect(readStatementPage(responses.inAnotherWord, query)).toEqual(unexpected);
  });

  it("is none where its next page is the one that was just read", () => {
    expect(readStatementPage(responses.firstOfTwo, query).kind).toBe("accepted");
    expect(readStatementPage(responses.firstOfTwo, { ...query, cursor: "7" })).toEqual(unexpected);
  });

  it("is refused only where the provider says that it does not know the account", () => {
    expect(readStatementPage(responses.unknownAccount, query)).toEqual({
      kind: "rejected",
      reason: "unknown-account",
    });
    expect(readStatementPage(responses.elsewhereNotFound, query)).toEqual(unexpected);
  });

  isUnknownAfter((response) => readStatementPage(response, query));
});
