import { bech32 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { validExamples } from "./bolt11/samples.ts";
import type { AcceptedNetwork } from "./network.ts";
import { readReceiver } from "./receiver.ts";

const coffee = validExamples[1]?.text ?? "";
const donation = validExamples[0]?.text ?? "";
const picoInvoice = validExamples[10]?.text ?? "";
const segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

function lnurlOf(url: string): string {
  return bech32.encode("lnurl", bech32.toWords(new TextEncoder().encode(url)), false);
}

function read(text: string, accepted: AcceptedNetwork = "mainnet") {
  const reading = readReceiver(text, accepted);
  return reading.kind === "receiver" ? reading.receiver : reading.code;
}

describe("a Lightning address", () => {
  it("is kept in lower case and shown without its owner", () => {
    expect(read(" Awa.K+shop@Wallet.Example ")).toEqual({
      kind: "lightning-address",
      canonical: "awa.k+shop@wallet.example",
      masked: "a***@w***.example",
      amountSats: null,
    });
  });

  it("has an ASCII domain however it was typed", () => {
    expect(read("awa@bücher.example")).toMatchObject({ canonical: "awa@xn--bcher-kva.example" });
  });

  it.each([
    "a@127.0.0.1",
    "a@[::1]",
    "a@169.254.169.254",
    "a@0x7f.1",
    "a@2130706433",
    "a@localhost",
    "a@host.example:9200",
    "a@127.0.0.1:9200/_cluster/health#",
    "a@host.example/path",
    "a@host.example#x",
    "a@b@host.example",
    "@host.example",
    "a@",
    "a b@host.example",
    "é@host.example",
    "a@-host.example",
    "a@host.1",
    `a@${"x".repeat(64)}.example`,
  ])("is refused where it names no public domain: %s", (text) => {
    expect(read(text)).toBe("unknown-form");
  });
});

describe("a BOLT 11 invoice", () => {
  it("carries its amount, hash and expiry", () => {
    expect(read(coffee.toUpperCase())).toMatchObject({
      kind: "bolt11",
      canonical: coffee,
      masked: `lnbc***${coffee.slice(-4)}`,
      amountSats: 250_000n,
      expiresAt: "2017-06-01T10:58:38.000000Z",
    });
  });

  it("may leave the amount to the payer", () => {
    expect(read(`lightning:${donation}`)).toMatchObject({ kind: "bolt11", amountSats: null });
  });

  it("is refused where who is paid could hold the payment for longer than anything is sent for", () => {
    const { words } = bech32.decode(coffee as `${string}1${string}`, false);
    const signatureWords = 104;
    // Whatever is signed has a signer.
    const heldFor = (blocks: number) => {
      const field = [24, 0, 2, blocks >> 5, blocks & 31];
      const changed = [
        ...words.slice(0, -signatureWords),
        ...field,
        ...words.slice(-signatureWords),
      ];
      return read(bech32.encode("lnbc2500u", changed, false));
    };
    expect(heldFor(432)).toMatchObject({ kind: "bolt11", amountSats: 250_000n });
    expect(heldFor(433)).toBe("invalid-invoice");
  });

  it("is refused on another network, with a fraction of a satoshi, or damaged", () => {
    expect(read(coffee, "regtest")).toBe("wrong-network");
    expect(read(picoInvoice)).toBe("invoice-below-one-sat");
    expect(read(coffee.replace("2500u", "2600u"))).toBe("invalid-invoice");
  });
});

describe("an on-chain address", () => {
  it.each([
    ["1RustyRX2oai4EYYDpQGWvEL62BBGqN9T", "p2pkh"],
    ["3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX", "p2sh"],
    [segwit, "p2wpkh"],
    [segwit.toUpperCase(), "p2wpkh"],
    ["bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3", "p2wsh"],
    ["bc1pptdvg0d2nj99568qn6ssdy4cygnwuxgw2ukmnwgwz7jpqjz2kszse2s3lm", "p2tr"],
  ])("is read with its type: %s", (text, addressType) => {
    expect(read(text)).toMatchObject({ kind: "onchain", addressType });
  });

  it("keeps the case that base58 needs and drops the case that bech32 does not", () => {
    const base58 = "1RustyRX2oai4EYYDpQGWvEL62BBGqN9T";
    expect(read(base58)).toMatchObject({ canonical: base58, masked: "1Rus***qN9T" });
    expect(read(segwit.toUpperCase())).toMatchObject({ canonical: segwit });
  });

  it.each([
    ["mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP", "wrong-network"],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "wrong-network"],
    ["1RustyRX2oai4EYYDpQGWvEL62BBGqN9V", "bad-checksum"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "bad-checksum"],
    // Witness version 0 with the checksum of later versions, and the other way round (BIP 350).
    ["bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "bad-checksum"],
    ["bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4", "bad-checksum"],
    [
      "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y",
      "unsupported-address",
    ],
    ["BC1SW50QGDZ25J", "unsupported-address"],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "unknown-form"],
    ["+22997000001", "unknown-form"],
    ["", "unknown-form"],
  ])("is refused: %s", (text, code) => {
    expect(read(text)).toBe(code);
  });

  it("belongs to testnet and signet alike, and to any network in the sandbox", () => {
    const text = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
    expect(read(text, "signet")).toMatchObject({ kind: "onchain" });
    expect(read(text, "testnet")).toMatchObject({ kind: "onchain" });
    expect(read(text, "any")).toMatchObject({ kind: "onchain" });
  });
});

describe("an LNURL", () => {
  it("stands for a public HTTPS address", () => {
    const text = lnurlOf("https://wallet.example/lnurlp/awa?x=1");
    expect(read(text.toUpperCase())).toMatchObject({
      kind: "lnurl",
      canonical: text,
      masked: `lnurl1***${text.slice(-4)}`,
      url: "https://wallet.example/lnurlp/awa?x=1",
    });
  });

  it.each([
    "http://wallet.example/",
    "https://127.0.0.1/",
    "https://wallet.example:8443/",
    "https://user:pass@wallet.example/",
    "https://intranet/",
    "file:///etc/passwd",
    "no address",
  ])("is refused where it stands for %s", (url) => {
    expect(read(lnurlOf(url))).toBe("unknown-form");
  });
});

describe("a bitcoin: URI", () => {
  it("names an address and an amount", () => {
    expect(read(`bitcoin:${segwit}?amount=0.00012345&label=Awa`)).toMatchObject({
      kind: "onchain",
      canonical: segwit,
      amountSats: 12_345n,
    });
  });

  it("prefers the Lightning invoice it offers", () => {
    const uri = `BITCOIN:${segwit.toUpperCase()}?LIGHTNING=${coffee.toUpperCase()}`;
    expect(read(uri)).toMatchObject({ kind: "bolt11", canonical: coffee });
    expect(read(`bitcoin:?lightning=${coffee}`)).toMatchObject({ kind: "bolt11" });
  });

  it("offers whatever Lightning knows, and an address beside it is passed over", () => {
    const lnurl = lnurlOf("https://wallet.example/lnurlp/awa");
    const kept = { kind: "lnurl", canonical: lnurl };
    expect(read(`bitcoin:?lightning=${lnurl.toUpperCase()}`)).toMatchObject(kept);
    expect(read(`bitcoin:${segwit}?lightning=${lnurl}`)).toMatchObject(kept);
    expect(read("bitcoin:?lightning=awa@wallet.example")).toMatchObject({
      kind: "lightning-address",
    });
  });

  it("lends its amount to what names none", () => {
    const lnurl = lnurlOf("https://wallet.example/lnurlp/awa");
    const uri = (lightning: string) => `bitcoin:?amount=0.00000021&lightning=${lightning}`;
    expect(read(uri(donation))).toMatchObject({ kind: "bolt11", amountSats: 21n });
    expect(read(uri(lnurl))).toMatchObject({ kind: "lnurl", amountSats: 21n });
  });

  it.each(["lnbc1broken", "lnurl1broken", "lno1offer"])(
    "falls back to the address where Lightning offers nothing for us: %s",
    (lightning) => {
      expect(read(`bitcoin:${segwit}?lightning=${lightning}`)).toMatchObject({ kind: "onchain" });
    },
  );

  it.each([
    `bitcoin:${segwit}?amount=1,5`,
    `bitcoin:${segwit}?amount=0.000000001`,
    `bitcoin:${segwit}?amount=-1`,
    `bitcoin:${segwit}?amount=0`,
    `bitcoin:${segwit}?amount=1&amount=2`,
    `bitcoin:${segwit}?req-somethingyoudontunderstand=50`,
    `bitcoin:?amount=0.001&lightning=${coffee}`,
    "bitcoin:?lightning=lno1offer",
    "bitcoin:",
  ])("is refused where it cannot be obeyed: %s", (uri) => {
    expect(read(uri)).toBe("invalid-uri");
  });
});
