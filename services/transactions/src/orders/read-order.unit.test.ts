import { describe, expect, it } from "vitest";
import { readOrder, type WrittenOrder } from "./read-order.ts";

const address = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
const written: WrittenOrder = {
  transactionType: "BUY_BITCOIN",
  receiver: "Ok@Sandbox.sanu ",
  number: "22996000001",
  country: null,
  channel: null,
};

describe("reading an order", () => {
  it("keeps what the person wrote and what it means", () => {
    expect(readOrder(written, "any")).toMatchObject({
      kind: "order",
      receiverGiven: "Ok@Sandbox.sanu",
      receiver: { canonical: "ok@sandbox.sanu", kind: "lightning-address" },
      phone: { e164: "+2290196000001" },
      channel: "MTN_OPEN",
    });
  });

  it("takes a number of an unknown operator in the sandbox", () => {
    const reading = readOrder({ ...written, number: "+22912345678" }, "any");
    expect(reading).toMatchObject({ kind: "order", channel: "SANDBOX" });
  });

  it("takes addresses of the deployment's network only", () => {
    const order = { ...written, receiver: address };
    expect(readOrder(order, "mainnet")).toMatchObject({ kind: "order" });
    expect(readOrder(order, "testnet")).toEqual({
      kind: "broken",
      fields: { receiver_address: ["wrong-network"] },
    });
  });

  it.each([
    [{ receiver: "" }, { receiver_address: ["invalid-receiver"] }],
    [{ receiver: `${address.slice(0, -1)}x` }, { receiver_address: ["invalid-receiver"] }],
    [{ number: null }, { number: ["required"] }],
    [{ number: "   " }, { number: ["required"] }],
    [{ number: "abc" }, { number: ["invalid-phone-number"] }],
    [{ number: "+33612345678" }, { number: ["unsupported-country"] }],
    [
      { receiver: "x", number: "1" },
      { receiver_address: ["invalid-receiver"], number: ["invalid-phone-number"] },
    ],
  ])("names what is broken in %o", (changes, fields) => {
    expect(readOrder({ ...written, ...changes }, "any")).toEqual({ kind: "broken", fields });
  });

  it("lets a person keep a number and name another operator of the country", () => {
    expect(readOrder({ ...written, channel: "CELTIIS_BENIN" }, "any")).toMatchObject({
      channel: "CELTIIS_BENIN",
    });
    for (const channel of ["WAVE_SN", "SANDBOX", "", "ORANGE_CI", "BENIN_MTN"]) {
      expect(readOrder({ ...written, channel }, "any")).toEqual({
        kind: "channel-not-available",
        available: ["MTN_OPEN", "MOOV_BENIN", "CELTIIS_BENIN"],
      });
    }
  });

  it.each([
    ["MTN_TOGO", "96000001", "BJ", "MTN_OPEN"],
    ["MTN_CI", "96000001", "BJ", "MTN_OPEN"],
    ["mtn", "96000001", "BJ", "MTN_OPEN"],
    ["moov_benin", "0195000001", "BJ", "MOOV_BENIN"],
    ["MOOV_BENIN", "79 00 00 00", "TG", "MOOV_TG"],
    [" Orange-Money ", "07 01 02 03 04", "CI", "ORANGE_CI"],
  ])(
    "takes %s as the operator's wallet in the country of the number: %s of %s",
    (channel, number, country, meant) => {
      const order = { ...written, channel, number, country };
      expect(readOrder(order, "any")).toMatchObject({ kind: "order", channel: meant });
    },
  );

  it("of a sale brings satoshis in over Lightning and francs out over the number's channel", () => {
    const sale = { ...written, transactionType: "SELL_BITCOIN" } as const;
    const understood = { kind: "order", channel: "LIGHTNING", payoutChannel: "MTN_OPEN" };
    expect(readOrder(sale, "any")).toMatchObject({
      ...understood,
      receiver: { canonical: "ok@sandbox.sanu" },
    });
    expect(readOrder({ ...sale, channel: "LIGHTNING" }, "any")).toMatchObject(understood);
    expect(readOrder({ ...sale, channel: "MOOV_BENIN" }, "any")).toMatchObject({
      payoutChannel: "MOOV_BENIN",
    });
  });

  it.each(["22996000001", " +229 01 96 00 00 01 ", "+2250701020304"])(
    "of a sale takes the number %s in the receiver's place as no place for a refund",
    (receiver) => {
      const sale = { ...written, transactionType: "SELL_BITCOIN", receiver } as const;
      expect(readOrder(sale, "any")).toMatchObject({
        receiver: null,
        receiverGiven: receiver.trim(),
      });
    },
  );

  it("of a sale refuses a place that cannot take a refund whenever it is needed", () => {
    const sale = { ...written, transactionType: "SELL_BITCOIN" } as const;
    for (const receiver of [address, "nobody"]) {
      expect(readOrder({ ...sale, receiver }, "any")).toEqual({
        kind: "broken",
        fields: { receiver_address: ["invalid-receiver"] },
      });
    }
  });

  it.each([
    ["nothing", ""],
    ["blanks", "  "],
    ["the seller's number", "+22996000001"],
    ["the seller's number as it is written at home", "96 00 00 01"],
  ])("of a sale names no place for a refund with %s", (_what, receiver) => {
    const sale = { ...written, transactionType: "SELL_BITCOIN", country: "BJ", receiver } as const;
    expect(readOrder(sale, "any")).toMatchObject({ kind: "order", receiver: null });
    expect(readOrder({ ...sale, transactionType: "BUY_BITCOIN" }, "any").kind).toBe("broken");
  });
});
