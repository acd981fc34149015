import { sats } from "@sanu/kernel";
import { type AlteredLnd, hashOfHeld } from "./altered-lnd.fixture.ts";
import { moneyOf, orUnderWay, type Question } from "./misreadings.fixture.ts";
import { recordedAs } from "./recorded-lnd.fixture.ts";

const hashOfPaid = "9644da0f566afd597f84f853e1499b382528df1cd8d4c04a090ade0be2ea7d05";
const hashOfFailed = "7c2961d3793165f97b56008036586a357a8d0bd16ed81db935318b821038b23b";
const feeLimitSats = sats(100n);

function prepared(hash: string, amountSats: bigint) {
  const payload = {
    rail: "lightning",
    invoice: "kept",
    amountSats: String(amountSats),
    isFetched: false,
    verifyUrl: null,
    afterIndex: null,
  };
  return { naturalKey: `lightning:${hash}`, payload: JSON.stringify(payload) };
}

const track = "GET /v2/router/track/";

/** Payments over Lightning: before they are made, as they are made, and whenever they are asked about. */
export function paymentsOf({ send, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const { payment_request: invoice } = JSON.parse(recordedAs("b01-invoice-create").text);
  const destination = { kind: "bolt11", canonical: invoice } as Parameters<
    typeof send.prepare
  >[0]["destination"];
  const order = { key: "order", destination, amountSats: sats(1_500n), feeLimitSats };
  const paying = (id: string, hash: string, amount: bigint, tracked: string): Question => ({
    call: asking({ "POST /v2/router/send": recordedAs(id), [track]: recordedAs(tracked) }, () =>
      send.send({
        prepared: prepared(hash, amount),
        amountSats: sats(amount),
        feeLimitSats,
      }),
    ),
    read: moneyOf,
    mayBe: orUnderWay,
  });
  const status = (id: string, hash: string, amount: bigint): Question => ({
    call: asking({ [track]: recordedAs(id) }, () => {
      const { naturalKey, payload } = prepared(hash, amount);
      return send.status(naturalKey, payload);
    }),
    read: moneyOf,
    mayBe: orUnderWay,
  });
  return new Map([
    [
      "a payment before it is made",
      {
        call: asking({ [track]: recordedAs("e13-track-unknown") }, () => send.prepare(order)),
        read: moneyOf,
      },
    ],
    ["a payment", paying("b17-pay-success", hashOfPaid, 1_500n, "b20-track-succeeded")],
    ["a payment of before", paying("b19-pay-again", hashOfPaid, 1_500n, "b20-track-succeeded")],
    [
      "a payment without a way",
      paying("e02-send-no-fee-limit", hashOfFailed, 1_000n, "e02b-track-failed"),
    ],
    ["the status of what is paid", status("b20-track-succeeded", hashOfPaid, 1_500n)],
    ["the status of what failed", status("e02b-track-failed", hashOfFailed, 1_000n)],
    ["the status of what is under way", status("c15-track-in-flight", hashOfHeld, 2_000n)],
    ["the status of what nobody sent", status("e13-track-unknown", hashOfPaid, 1_500n)],
  ]);
}
