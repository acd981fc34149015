import { type AccountId, instant, newId } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { publishCustomer } from "../publish.ts";
import { customer } from "./decide.ts";
import { CustomerEvent } from "./events.ts";

const accountId: AccountId = newId();
const [erasureId, later] = [newId<string>(), newId<string>()];
const at = instant("2026-11-21T10:00:00.000000Z");
const head = { v: 1, accountId, erasureId, at } as const;
const closed: CustomerEvent = {
  type: "CustomerClosed",
  ...head,
  hasPaidTransactions: true,
};
const refused: CustomerEvent = { type: "CustomerClosingRefused", ...head, open: ["review"] };

const spec = specify(customer);
const hasPaidTransactions = true;
const close = { kind: "close", accountId, erasureId, open: [], hasPaidTransactions, at } as const;

describe("a customer who shall be closed", () => {
  it("is closed when nothing of hers is open, once", () => {
    const state = spec.given().when(close).thenAccepted(closed);
    expect(state.status).toBe("closed");
    spec.given(closed).when(close).thenNothingNew();
  });

  it("stays when something is open, which is said once", () => {
    const request = { ...close, open: ["review"] } as const;
    const state = spec.given().when(request).thenAccepted(refused);
    expect(state.status).toBe("open");
    spec.given(refused).when(request).thenNothingNew();
    spec.given(refused).when(close).thenNothingNew();
  });

  it("is closed by a later wish, once everything is over", () => {
    spec
      .given(refused)
      .when({ ...close, erasureId: later })
      .thenAccepted({ ...closed, erasureId: later });
  });

  it("stays closed, whatever another wish finds", () => {
    spec
      .given(closed)
      .when({ ...close, erasureId: later, open: ["refund"] })
      .thenAccepted({ ...closed, erasureId: later });
  });

  it("has her wallet's changes told five times within a day, also behind a refused closing", () => {
    const changed = (hour: number): CustomerEvent => ({
      type: "CustomerWalletChanged",
      v: 1,
      accountId,
      list: "receivers",
      at: instant(`2026-11-21T${`${hour}`.padStart(2, "0")}:00:00.000000Z`),
    });
    const change = (moment: string) =>
      ({ kind: "change-wallet", accountId, list: "numbers", at: instant(moment) }) as const;
    const before = [changed(1), changed(2), refused, changed(3), changed(4), changed(5)];
    const later = instant("2026-11-22T01:00:00.000000Z");
    spec
      .given(...before)
      .when(change("2026-11-22T00:59:59.999999Z"))
      .thenNothingNew();
    const numbers = { ...changed(1), list: "numbers", at: later } as const;
    const state = spec
      .given(...before)
      .when(change(later))
      .thenAccepted(numbers);
    expect(state).toMatchObject({ status: "open", erasureId });
    expect(publishCustomer(numbers).dataText).toBe(
      `{"accountId":"${accountId}","list":"numbers","changedAt":"${later}"}`,
    );
    expect(CustomerEvent.parse(JSON.parse(JSON.stringify(numbers)))).toEqual(numbers);
  });

  it("is told of by facts without anything about the person", () => {
    expect(publishCustomer(closed).dataText).toBe(
      `{"accountId":"${accountId}","erasureId":"${erasureId}","hasPaidTransactions":true,"closedAt":"${at}"}`,
    );
    expect(publishCustomer(refused).dataText).toBe(
      `{"accountId":"${accountId}","erasureId":"${erasureId}","open":["review"],"refusedAt":"${at}"}`,
    );
    for (const event of [closed, refused]) {
      expect(CustomerEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }
  });
});
