import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { readAmountMsat } from "./amount.ts";
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
    const { words } = bech32.decode(
      exampleNamed("Please make a donation") as `ln1${string}`,
      false,
    );
    const prefixes = { lnbc: "mainnet", lntb: "testnet", lntbs: "signet", lnbcrt: "regtest" };
    for (const [prefix, network] of Object.entries(prefixes)) {
      expect(readInvoice(bech32.encode(prefix, words, false))?.network).toBe(network);
    }
  });

  it("describes itself in words, or names the hash of its description", () => {
    expect(readInvoice(exampleNamed("Now send $24"))?.descriptionHash).toBe(
      "3925b6f67e2c340036ed12093dd44e0368df1b6ea26c53dbe4811f58fd5db8c1",
    );
    expect(readInvoice(exampleNamed("Please send $3"))?.descriptionHash).toBeNull();
  });
});

describe("the amount of an invoice", () => {
  it.each([
    ["1", 100_000_000_000n],
    ["20", 2_000_000_000_000n],
    ["20m", 2_000_000_000n],
    ["2500u", 250_000_000n],
    ["1n", 100n],
    ["10p", 1n],
    ["", null],
    ["1p", undefined],
    ["0u", undefined],
    ["2500x", undefined],
  ])("is written in whole bitcoin, or in parts of one: %s", (text, amountMsat) => {
    expect(readAmountMsat(text)).toBe(amountMsat);
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
