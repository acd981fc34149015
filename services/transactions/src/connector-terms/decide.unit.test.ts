import { ConnectorTermsChanged } from "@sanu/contracts";
import { type AccountId, instant, newId, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { ChangeTerms } from "./commands.ts";
import { connectorTerms } from "./decide.ts";
import { ConnectorTermsEvent } from "./events.ts";
import { publishConnectorTerms } from "./publish.ts";

const [by, approvedBy] = [newId<"AccountId">(), newId<"AccountId">()] as [AccountId, AccountId];
const proposalId = newId<string>();
const at = instant("2026-11-23T10:00:00.000000Z");
const head = { type: "ConnectorTermsChanged", v: 1, provider: "north" } as const;
const said = (changes: Partial<ConnectorTermsEvent> = {}): ConnectorTermsEvent => ({
  ...head,
  direction: "collection",
  isEnabled: true,
  priorities: {},
  amountXofMin: null,
  amountXofMax: null,
  proposalId,
  by,
  approvedBy,
  at,
  ...changes,
});
const nothing = JSON.stringify({ collection: null });
const change = (changes: ChangeTerms["changes"], asOf = nothing): ChangeTerms => ({
  kind: "change",
  provider: "north",
  changes,
  asOf,
  proposalId,
  by,
  approvedBy,
  at,
});
const spec = specify(connectorTerms);
const disable = change({ collection: { isEnabled: false } });

describe("what the staff says of a provider", () => {
  it("is all that counts for a direction, by whom, and of nobody else", () => {
    const disabled = said({ isEnabled: false });
    const state = spec.given().when(disable).thenAccepted(disabled);
    expect(Object.keys(state.said)).toEqual(["collection north"]);
    const asOf = JSON.stringify({
      collection: { is_enabled: false, priorities: {}, min_xof: null, max_xof: null },
      disbursement: null,
    });
    const both = { collection: { amountXofMax: xof(500n) }, disbursement: { isEnabled: false } };
    spec
      .given(disabled)
      .when(change(both, asOf))
      .thenAccepted(
        said({ isEnabled: false, amountXofMax: xof(500n) }),
        said({ direction: "disbursement", isEnabled: false }),
      );
  });

  it("is changed channel by channel, and null ends what was said", () => {
    const before = said({ priorities: { MOOV_BENIN: 2, MTN_OPEN: 1 }, amountXofMin: xof(100n) });
    const asOf = JSON.stringify({
      collection: {
        is_enabled: true,
        priorities: { MOOV_BENIN: 2, MTN_OPEN: 1 },
        min_xof: "100",
        max_xof: null,
      },
    });
    const changes = { priorities: { MTN_OPEN: null, CELTIIS_BENIN: 3 }, amountXofMin: null };
    const { priorities } = said({ priorities: { CELTIIS_BENIN: 3, MOOV_BENIN: 2 } });
    spec
      .given(before)
      .when(change({ collection: changes }, asOf))
      .thenAccepted(said({ priorities }));
  });

  it("is not said again where it is so already", () => {
    spec
      .given()
      .when(change({ collection: { isEnabled: true, priorities: { MTN_OPEN: null } } }))
      .thenNothingNew();
    const before = said({ priorities: { MTN_OPEN: 1, CELTIIS_BENIN: 2 } });
    const asOf = JSON.stringify({
      collection: {
        is_enabled: true,
        priorities: { MTN_OPEN: 1, CELTIIS_BENIN: 2 },
        min_xof: null,
        max_xof: null,
      },
    });
    const changes = { collection: { priorities: { CELTIIS_BENIN: 2 } } };
    spec.given(before).when(change(changes, asOf)).thenNothingNew();
  });

  it("is not changed by a word about what stood before, whatever changed since", () => {
    for (const since of [
      { isEnabled: false },
      { amountXofMax: xof(5n) },
      { priorities: { MTN_OPEN: 1 } },
    ]) {
      spec.given(said(since)).when(disable).thenRefused("outdated");
    }
    spec
      .given(said({ direction: "disbursement" }))
      .when(disable)
      .thenAccepted(said({ isEnabled: false }));
    spec
      .given(said({ provider: "south" }))
      .when(disable)
      .thenAccepted(said({ isEnabled: false }));
  });

  it("is changed in one term alone, and only where every term still is what two of the staff saw", () => {
    const terms = {
      isEnabled: true,
      priorities: { MTN_OPEN: 1 },
      amountXofMin: xof(100n),
      amountXofMax: xof(500n),
    };
    const seen = { is_enabled: true, priorities: { MTN_OPEN: 1 }, min_xof: "100", max_xof: "500" };
    for (const one of [
      { isEnabled: false },
      { priorities: { MTN_OPEN: 2 } },
      { amountXofMin: xof(99n) },
      { amountXofMax: xof(501n) },
    ]) {
      const changed = change({ collection: one }, JSON.stringify({ collection: seen }));
      spec
        .given(said(terms))
        .when(changed)
        .thenAccepted(said({ ...terms, ...one }));
      spec
        .given(said({ ...terms, ...one }))
        .when(changed)
        .thenRefused("outdated");
    }
  });

  it("has no most below its least", () => {
    const crossed = { amountXofMin: xof(501n), amountXofMax: xof(500n) };
    spec
      .given()
      .when(change({ collection: crossed }))
      .thenRefused("bounds-crossed");
    const touching = { amountXofMin: xof(500n), amountXofMax: xof(500n) };
    spec
      .given()
      .when(change({ collection: touching }))
      .thenAccepted(said(touching));
  });

  it("is told to who moves the money, with who said it and not why", () => {
    const event = said({ priorities: { MTN_OPEN: 1 }, amountXofMax: xof(500n) });
    expect(
      ConnectorTermsEvent.parse(JSON.parse(JSON.stringify({ ...event, amountXofMax: "500" }))),
    ).toEqual(event);
    const { dataText, type } = publishConnectorTerms(event);
    expect(type).toBe(ConnectorTermsChanged.type);
    expect(JSON.parse(dataText)).toEqual({
      provider: "north",
      direction: "collection",
      isEnabled: true,
      priorities: { MTN_OPEN: 1 },
      amountXofMin: null,
      amountXofMax: "500",
      changedBy: by,
      approvedBy,
      changedAt: at,
    });
  });
});
