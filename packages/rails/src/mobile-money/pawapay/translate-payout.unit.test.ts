import { xof } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { key, response, statedAt } from "../../http/samples.ts";
import { isUnknownAfter, withOtherStatuses } from "../../http/unknown-after.fixture.ts";
import { unknownBecause } from "../../ports/call-outcome.ts";
import { servedChannel } from "./providers.ts";
import { failed, found, initiated, notFound, payout, refund } from "./samples.ts";
import { refusals } from "./translate.ts";
import {
  disbursed,
  disburseStatusOf,
  payoutKind,
  readConditions,
  readKnown,
  readOut,
  readPlaced,
  readWallets,
  refundKind,
  refundStatusOf,
} from "./translate-payout.ts";

const order = { key, amountXof: xof(5_000n) };
const yes = { kind: "accepted", value: null };

describe.each([
  ["payout", payoutKind, payout],
  ["refund", refundKind, refund],
] as const)("a %s", (_what, kind, body) => {
  const said = (status: string, code?: string) => initiated(kind.name, status, code);
  const place = (status: string, code?: string) =>
    readPlaced<string>(said(status, code), key, kind);

  it("is accepted, in a queue too, or known from before", () => {
    expect(place("ACCEPTED")).toEqual(yes);
    expect(place("ENQUEUED")).toEqual(yes);
    expect(place("DUPLICATE_IGNORED")).toEqual({ kind: "duplicate" });
  });

  it.each(["ACCEPTED", "ENQUEUED", "PROCESSING", "SUBMITTED", "IN_RECONCILIATION"])(
    "is under way when it is %s",
    (status) => {
      expect(readOut<string>(found({ ...body, status }), key, kind)).toEqual({ kind: "pending" });
      expect(readKnown<string>(found({ ...body, status }), order, kind)).toEqual(yes);
    },
  );

  it("is settled when it is completed, by the moment at which it says so", () => {
    const completed = found({ ...body, status: "COMPLETED" });
    const settled = { kind: "settled", amountXof: 5_000n, settledAt: statedAt };
    expect(readOut<string>(completed, key, kind)).toEqual(settled);
    expect(readKnown<string>(completed, order, kind)).toEqual(yes);
  });

  it("is settled by the moment at which it was made, where the answer says none", () => {
    const completed = { ...found({ ...body, status: "COMPLETED" }), statedAt: null };
    expect(readOut<string>(completed, key, kind)).toMatchObject({
      settledAt: "2026-11-21T07:46:42.000000Z",
    });
  });

  it("is not found, which is no failure", () => {
    expect(readOut<string>(notFound, key, kind)).toEqual({ kind: "not-found" });
  });

  isUnknownAfter(
    (given) => readPlaced<string>(given, key, kind),
    [
      ["a reason nobody documented", said("REJECTED", "MOON_TOO_FULL")],
      ["a reason that every object has", said("REJECTED", "constructor")],
      ["a fault of its own", said("REJECTED", "UNKNOWN_ERROR")],
      ["a status nobody documented", said("QUEUED")],
      ["a reason that nobody calls a refusal", said("QUEUED", "INVALID_PHONE_NUMBER")],
    ],
  );
  isUnknownAfter(
    (given) => readOut<string>(given, key, kind),
    [
      ["a reason nobody documented", failed(body, "MOON_TOO_FULL")],
      ["a failure that every object has", failed(body, "constructor")],
      ["a fault of its own", failed(body, "UNKNOWN_ERROR")],
      ["another order", found({ ...body, [kind.name]: "another" })],
      [
        "a reason that nobody calls a failure",
        found({
          ...body,
          status: "REVERSED",
          failureReason: { failureCode: "PAWAPAY_WALLET_OUT_OF_FUNDS", failureMessage: "" },
        }),
      ],
    ],
  );
  isUnknownAfter(
    (given) => readKnown<string>(given, order, kind),
    [
      ["another amount", found({ ...body, amount: "1" })],
      ["a status nobody documented", found({ ...body, status: "REVERSED" })],
      ["not found", notFound],
    ],
  );
});

it("shows a payout under pawaPay's own reference, which is our key, at no cost that it would tell", () => {
  const settled = { kind: "settled", amountXof: xof(5_000n), settledAt: statedAt } as const;
  const known = { ...settled, providerReference: key, feeXof: 0n };
  expect(disburseStatusOf(settled, key)).toEqual(known);
  const pending = { kind: "pending", providerReference: key };
  expect(disburseStatusOf({ kind: "pending" }, key)).toEqual(pending);
  const said = [{ kind: "not-found" }, unknownBecause("no-response")] as const;
  expect(said.map((one) => disburseStatusOf(one, key))).toEqual(said);
  expect(disbursed(key)).toEqual(pending);
});

/** Every refusal that is not said otherwise is the provider's own. */
const rowsOf = (said: Readonly<Record<string, string>>) =>
  Object.entries({
    ...Object.fromEntries(refusals.map((code) => [code, "refused-by-provider"])),
    ...said,
  });

describe.each([
  [
    "payout",
    payoutKind,
    rowsOf({
      INVALID_PHONE_NUMBER: "receiver-not-found",
      PROVIDER_TEMPORARILY_UNAVAILABLE: "channel-closed",
      PAWAPAY_WALLET_OUT_OF_FUNDS: "insufficient-float",
    }),
  ],
  [
    "refund",
    refundKind,
    rowsOf({
      AMOUNT_TOO_LARGE: "not-refundable",
      REFUND_IN_PROGRESS: "wallet-refused",
      NOT_FOUND: "not-refundable",
      PAWAPAY_WALLET_OUT_OF_FUNDS: "wallet-refused",
      DEPOSIT_ALREADY_REFUNDED: "not-refundable",
      PROVIDER_TEMPORARILY_UNAVAILABLE: "wallet-refused",
      INVALID_STATE: "not-refundable",
    }),
  ],
] as const)("a %s that is refused", (_what, kind, rows) => {
  it.each(rows)("for %s: %s", (code, reason) => {
    const given = initiated(kind.name, "REJECTED", code);
    expect(readPlaced<string>(given, key, kind)).toEqual({ kind: "rejected", reason });
  });
});

it.each([
  ["RECIPIENT_NOT_FOUND", "receiver-not-found"],
  ["RECIPIENT_LIMIT_REACHED", "receiver-wallet-full"],
  ["WALLET_LIMIT_REACHED", "receiver-wallet-full"],
  ["PAWAPAY_WALLET_OUT_OF_FUNDS", "insufficient-float"],
  ["MANUALLY_CANCELLED", "refused-by-provider"],
  ["UNSPECIFIED_FAILURE", "refused-by-provider"],
] as const)("a payout fails for %s: %s", (code, reason) => {
  const status = disburseStatusOf(readOut(failed(payout, code), key, payoutKind), key);
  expect(status).toEqual({ kind: "failed", providerReference: key, reason });
  const known = readKnown(failed(payout, code), order, payoutKind);
  expect(known).toEqual({ kind: "rejected", reason, takenAs: key });
});

it.each([
  ["PAWAPAY_WALLET_OUT_OF_FUNDS", "wallet-refused"],
  ["REFUND_IN_PROGRESS", "wallet-refused"],
  ["WALLET_LIMIT_REACHED", "wallet-refused"],
  ["AMOUNT_TOO_LARGE", "not-refundable"],
  ["DEPOSIT_ALREADY_REFUNDED", "not-refundable"],
  ["RECIPIENT_NOT_FOUND", "refused-by-provider"],
  ["MANUALLY_CANCELLED", "refused-by-provider"],
  ["UNSPECIFIED_FAILURE", "refused-by-provider"],
] as const)("a refund fails for %s: %s", (code, reason) => {
  const status = refundStatusOf(readOut(failed(refund, code), key, refundKind));
  expect(status).toEqual({ kind: "failed", reason });
});

describe("the wallets", () => {
  const benin = { country: "BEN", currency: "XOF", balance: "250000.75", provider: null };
  const wallets = (...balances: readonly object[]) => response(200, { balances });

  it("are a float for each country, or for one provider of it, in whole francs", () => {
    const wave = { ...benin, country: "SEN", balance: "10", provider: "WAVE_SEN" };
    const other = { ...benin, currency: "XAF" };
    expect(readWallets(wallets(benin, wave, other))).toEqual({
      kind: "floats",
      floats: [
        { account: "BEN", channels: ["MTN_OPEN", "MOOV_BENIN"], availableXof: 250_000n },
        { account: "SEN-WAVE_SEN", channels: ["WAVE_SN"], availableXof: 10n },
      ],
    });
  });

  isUnknownAfter(readWallets, [
    ["a balance below zero", wallets({ ...benin, balance: "-1" })],
    ...withOtherStatuses(wallets(benin)),
  ]);
});

describe("the active configuration", () => {
  const served = servedChannel("MTN_OPEN");
  if (served === undefined) throw new Error("The channel is not served");
  const configured = (status: string | undefined, provider = "MTN_MOMO_BEN") => {
    const PAYOUT = { minAmount: "100", maxAmount: "2000000", status };
    const currencies = [{ currency: "XOF", operationTypes: { PAYOUT } }];
    const countries = [{ country: "BEN", providers: [{ provider, currencies }] }];
    return response(200, { companyName: "Sanu", countries });
  };
  const read = (given = configured("OPERATIONAL")) => readConditions(given, served, xof(7n));

  it.each([
    ["OPERATIONAL", true],
    ["DELAYED", false],
    ["CLOSED", false],
    [undefined, false],
  ])("is open only where the operator works: %s", (status, isOpen) => {
    expect(read(configured(status))).toEqual({
      kind: "conditions",
      isOpen,
      amountXofMin: 100n,
      amountXofMax: 2_000_000n,
      floatXof: 7n,
    });
  });

  it("does not know what is not in it", () => {
    expect(read(configured("OPERATIONAL", "MOOV_BEN"))).toEqual({ kind: "unknown-channel" });
  });

  isUnknownAfter(read, withOtherStatuses(configured("OPERATIONAL")));
});
