import { instant, newId, plusMs, xof } from "@sanu/kernel";
import { specify } from "@sanu/testing";
import { describe, it } from "vitest";
import type { OrderingKey } from "./commands.ts";
import { account } from "./decide.ts";
import type { AccountEvent } from "./events.ts";
import { activated, later as at, head, registered } from "./example-history.fixture.ts";

const spec = specify(account);
const endsAt = instant("2027-11-21T10:00:00.000000Z");
const key: OrderingKey = {
  keyId: newId(),
  openTransactionsMax: 50,
  monthlyLimitXof: xof(1_000_000n),
  endsAt,
};
const action = { by: newId<"AccountId">(), reasonId: newId<string>(), at };
const change = (...keys: readonly OrderingKey[]) =>
  ({ kind: "change-ordering-keys", keys, ...action }) as const;
const changedTo = (of: OrderingKey): AccountEvent => ({
  type: "OrderingKeyChanged",
  ...head,
  ...of,
  ...action,
});
const known = [registered, activated, changedTo(key)] as const;

describe("what a service may order by a key", () => {
  it("is told with the key, and again when it changes", () => {
    spec.given(registered, activated).when(change(key)).thenAccepted(changedTo(key));
    const more = { ...key, openTransactionsMax: 60 };
    spec
      .given(...known)
      .when(change(more))
      .thenAccepted(changedTo(more));
    spec
      .given(...known, changedTo(more))
      .when(change(key))
      .thenAccepted(changedTo(key));
  });

  it("is no news where it stands so already", () => {
    spec
      .given(...known)
      .when(change(key))
      .thenNothingNew();
    const other = { ...key, keyId: newId<string>() };
    spec
      .given(...known)
      .when(change(key, other))
      .thenAccepted(changedTo(other));
  });

  it("is told of both where one replaces another", () => {
    const [old, next] = [
      { ...key, endsAt: plusMs(at, 1) },
      { ...key, keyId: newId<string>() },
    ];
    spec
      .given(...known)
      .when(change(next, old))
      .thenAccepted(changedTo(next), changedTo(old));
  });

  it("changes no more once the key has ended", () => {
    const ended = { ...key, endsAt: at };
    spec
      .given(...known)
      .when(change(ended))
      .thenAccepted(changedTo(ended));
    spec
      .given(...known, changedTo(ended))
      .when(change(key))
      .thenRefused("key-ended");
    spec
      .given(...known, changedTo(ended))
      .when(change(ended))
      .thenNothingNew();
  });

  it("is nothing of who has not proved an address", () => {
    spec.given(registered).when(change(key)).thenRefused("not-verified");
  });
});
