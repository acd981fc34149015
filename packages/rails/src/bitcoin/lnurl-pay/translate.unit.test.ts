import { sats } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { GuardedResponse } from "../../guarded-http/client.ts";
import { readPayRequest, readVerification } from "./translate.ts";

const terms = {
  tag: "payRequest",
  callback: "https://wallet.example/pay?user=awa#top",
  minSendable: 1_000,
  maxSendable: 8_169_000,
  metadata: '[["text/plain","Awa\'s wallet"]]',
};
const amountSats = sats(8_169n);

function said(json: unknown, status = 200): GuardedResponse {
  return { kind: "response", status, json };
}

const read = (json: unknown, status?: number) => readPayRequest(said(json, status), amountSats);
const unusable = { kind: "rejected", reason: "destination-unusable" };

describe("what a receiver's server takes", () => {
  it("names the callback with the amount in millisatoshis, and the hash of the metadata as they came", () => {
    expect(read(terms)).toEqual({
      kind: "accepted",
      value: {
        callbackUrl: "https://wallet.example/pay?user=awa&amount=8169000",
        metadataHash: "d6df33a5f31f697d1bbfb1d7785de6edba49c765d40a7511f92932cb6b2fcaf6",
      },
    });
  });

  it("is what its body says, whatever the status, but for a fault or too many", () => {
    expect(read(terms, 404).kind).toBe("accepted");
    expect(read({ status: "error", reason: "gone" }, 400)).toEqual(unusable);
    expect(read({ status: "ERROR" }, 500)).toEqual({ kind: "unknown", cause: "provider-fault" });
    expect(read({ status: "ERROR" }, 429)).toEqual({ kind: "unknown", cause: "provider-busy" });
  });

  it.each([[8_168_999], [0]])("is refused over its bounds: at most %j", (maxSendable) => {
    const refused = { kind: "rejected", reason: "refused-by-receiver" };
    expect(read({ ...terms, maxSendable })).toEqual(refused);
    expect(read({ ...terms, minSendable: 8_169_001, maxSendable: 9e15 })).toEqual(refused);
  });

  it.each([
    { ...terms, minSendable: 0.5 },
    { ...terms, maxSendable: "8169000" },
    { ...terms, metadata: [["text/plain", "x"]] },
    { ...terms, callback: undefined },
    { ...terms, callback: "not a URL" },
    { tag: "login" },
  ])("is nothing to wait for where the form is wrong: %j", (json) => {
    expect(read(json)).toEqual(unusable);
  });

  it.each([null, [], {}, "payRequest", { message: "maintenance" }])(
    "is unknown where the body says nothing of it: %j",
    (json) => {
      expect(read(json).kind).toBe("unknown");
    },
  );

  it.each([301, 302, 308, 404, 410])("is nobody's for good after a bare %i", (status) => {
    expect(read(undefined, status)).toEqual(unusable);
  });

  it.each([200, 400, 401, 403, 429, 500, 502, 504])("is unknown after a bare %i", (status) => {
    expect(read(undefined, status).kind).toBe("unknown");
  });
});

describe("whether the receiver's server says that it was paid", () => {
  const hash = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
  const preimage = "00".repeat(32);

  it("is proven by the preimage and by nothing else", () => {
    expect(readVerification(said({ status: "OK", settled: true, preimage }), hash)).toEqual({
      kind: "delivered",
      preimage,
    });
    for (const json of [
      { settled: true },
      { settled: true, preimage: null },
      { settled: true, preimage: "11".repeat(32) },
      { settled: "yes", preimage },
      { status: "ERROR", reason: "not found" },
    ]) {
      expect(readVerification(said(json), hash).kind).toBe("unknown");
    }
    expect(readVerification({ kind: "forbidden" }, hash).kind).toBe("unknown");
  });

  it("is not yet where it says so", () => {
    const json = { status: "OK", settled: false, preimage: null };
    expect(readVerification(said(json), hash)).toEqual({ kind: "pending" });
  });
});
