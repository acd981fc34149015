import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { readInvoice } from "./invoice.ts";
import { readByLnd, refusedByLnd } from "./refused-by-lnd.fixture.ts";
import { invalidExamples, validExamples } from "./samples.ts";
import { readPayee } from "./signature.ts";

const hashOfExamples = "0001020304050607080900010203040506070809000102030405060708090102";

function exampleNamed(title: string): string {
  const example = validExamples.find((each) => each.title.startsWith(title));
  if (example === undefined) throw new Error(`No example ${title}`);
  return example.text;
}

describe("an invoice of the BOLT 11 examples", () => {
  it.each(validExamples)("is read with its amount: $title", ({ text, amountMsat }) => {
    const invoice = readInvoice(text);
    expect(invoice?.amountMsat).toBe(amountMsat);
    expect(invoice?.text).toBe(text.toLowerCase());
  });

  it.each(invalidExamples)("is refused: %s", (_title, text) => {
    expect(readInvoice(text)).toBeNull();
  });

  it("names hash, moment and its own expiry", () => {
    expect(readInvoice(exampleNamed("Please send $3"))).toMatchObject({
      network: "mainnet",
      paymentHash: hashOfExamples,
      createdAt: "2017-06-01T10:57:38.000000Z",
      expiresAt: "2017-06-01T10:58:38.000000Z",
    });
  });

  it("expires after an hour and waits 18 blocks when it says nothing else", () => {
    expect(readInvoice(exampleNamed("Please make a donation"))).toMatchObject({
      expiresAt: "2017-06-01T11:57:38.000000Z",
      finalCltvBlocks: 18,
    });
  });

  it("says for which network it is", () => {
    expect(readInvoice(exampleNamed("The same, on testnet"))?.network).toBe("testnet");
  });
});

describe("an invoice that a node will not read", () => {
  it.each(refusedByLnd)(
    "is refused when it is given, and not once it is paid for: %s",
    (_says, text) => {
      expect(readInvoice(text)).toBeNull();
      expect(readInvoice(readByLnd)?.amountMsat).toBe(10_000n);
    },
  );
});

describe("an invoice that names who is paid", () => {
  const signature = bech32.toWords(new Uint8Array(65).fill(1));
  const named = (payee: Uint8Array) =>
    readPayee({ prefix: "lnbc", data: [1, 2, 3], signature, payee });

  it("is refused where that is no point of the curve, and however often, others are read as before", () => {
    const noPoint = Uint8Array.from([2, ...new Uint8Array(32).fill(255)]);
    for (let time = 0; time < 5_000; time += 1) expect(named(noPoint)).toBeNull();
    expect(readInvoice(exampleNamed("Please send $3"))).not.toBeNull();
  });

  it("is refused where somebody else has signed it", () => {
    const invoice = readInvoice(exampleNamed("Please send $3"));
    expect(named(Buffer.from(invoice?.payee ?? "", "hex"))).toBeNull();
  });
});

describe("an invoice that somebody changed", () => {
  it("is refused wherever one letter differs", () => {
    const text = exampleNamed("Please send $3");
    for (let at = 0; at < text.length; at += 1) {
      const other = text.charAt(at) === "q" ? "p" : "q";
      expect(readInvoice(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
    }
  });
});
