import { expect, it } from "vitest";
import { proposedOf } from "./proposed-verdict.ts";

it("names the money that arrived, in one currency, and nothing where nothing did", () => {
  expect(proposedOf({ verdict: "never" })).toEqual({ kind: "never" });
  expect(proposedOf({ verdict: "close", reference: "r" })).toEqual({ kind: "close" });
  const arrived = { verdict: "arrived", reference: "r" } as const;
  expect(proposedOf({ ...arrived, amountXof: 5 })).toMatchObject({
    money: { currency: "XOF", amountXof: "5" },
  });
  expect(proposedOf({ ...arrived, amountSats: 7 })).toMatchObject({
    money: { currency: "SATS", amountSats: "7" },
  });
  for (const broken of [
    arrived,
    { ...arrived, amountXof: 5, amountSats: 7 },
    { verdict: "arrived", amountXof: 5 } as const,
  ]) {
    expect(() => proposedOf(broken)).toThrow("needs --reference and one of");
  }
});

it("takes no amount for what is said of all that is owed: a part that was given by hand would end the whole debt", () => {
  const byHand = { verdict: "paid-by-hand", reference: "r" } as const;
  expect(proposedOf(byHand)).toEqual({ kind: "paid-by-hand", providerReference: "r" });
  for (const part of [{ amountXof: 4_000 }, { amountSats: 7 }, { amountXof: 0 }]) {
    expect(() => proposedOf({ ...byHand, ...part })).toThrow("it takes no amount");
    expect(() => proposedOf({ verdict: "never", ...part })).toThrow("it takes no amount");
  }
});
