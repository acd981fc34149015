import { bytesToHex } from "@noble/hashes/utils.js";
import { Address, NETWORK, OutScript, TEST_NETWORK } from "@scure/btc-signer";
import { describe, expect, it } from "vitest";
import { validExamples } from "../bolt11/samples.ts";
import { readReceiver } from "../receiver.ts";
import { invalidSegwitAddresses, noAddresses, segwitAddresses } from "./address-vectors.fixture.ts";

const known = new Set(["0014", "0020", "5120"]);

describe("an address of BIP 173 and BIP 350", () => {
  it.each(segwitAddresses)(
    "%s stands for the script that the specification says",
    (text, script) => {
      const isMainnet = /^bc/i.test(text);
      const [network, params] = isMainnet
        ? (["mainnet", NETWORK] as const)
        : (["testnet", TEST_NETWORK] as const);
      const reading = readReceiver(text, network);
      if (!known.has(script.slice(0, 4))) {
        expect(reading).toEqual({ kind: "refused", code: "unsupported-address" });
        return;
      }
      expect(reading).toMatchObject({
        receiver: { kind: "onchain", canonical: text.toLowerCase() },
      });
      const canonical = reading.kind === "receiver" ? reading.receiver.canonical : "";
      expect(bytesToHex(OutScript.encode(Address(params).decode(canonical)))).toBe(script);
      const other = isMainnet ? "testnet" : "mainnet";
      expect(readReceiver(text, other)).toEqual({ kind: "refused", code: "wrong-network" });
    },
  );

  it.each(invalidSegwitAddresses)("is refused on every network: %s, %s", (_why, text) => {
    for (const network of ["mainnet", "testnet", "regtest", "any"] as const) {
      expect(readReceiver(text, network).kind).toBe("refused");
    }
  });

  it.each(noAddresses)("is not what other strings of bech32 are: %j", (text) => {
    for (const char of ["", " ", "\u007f", "\u0080", "\u00ff"]) {
      expect(readReceiver(char + text, "any").kind).toBe("refused");
      expect(readReceiver(text + char, "any").kind).toBe("refused");
    }
  });
});

describe("an LNURL of LUD-01", () => {
  it("stands for the address that the specification says, in either case", () => {
    const text =
      "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS";
    const url =
      "https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df";
    for (const each of [text, text.toLowerCase(), `lightning:${text}`]) {
      expect(readReceiver(each, "mainnet")).toMatchObject({ receiver: { kind: "lnurl", url } });
    }
    const mixed = text.slice(0, 60) + text.slice(60).toLowerCase();
    expect(readReceiver(mixed, "mainnet").kind).toBe("refused");
  });
});

const p2wpkh = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const p2tr = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";

describe("a URI of BIP 321", () => {
  it.each<readonly [uri: string, outcome: object]>([
    // Its addresses are broken on purpose; where one has to be whole, one of BIP 350 stands in its place.
    ["bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W", { code: "bad-checksum" }],
    [
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3&label=Luke-Jr",
      { code: "bad-checksum" },
    ],
    [
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?label=Luke-Jr&label=Matt",
      { code: "invalid-uri" },
    ],
    ["bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=42&amount=10", { code: "invalid-uri" }],
    ["bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=42&amount=42", { code: "invalid-uri" }],
    [
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?pop=callback%3a&req-pop=callback%3a",
      { code: "invalid-uri" },
    ],
    [
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?req-pop=https%3aevilwebsite.com",
      { code: "invalid-uri" },
    ],
    [
      "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?req-somethingyoudontunderstand=50",
      { code: "invalid-uri" },
    ],
    ["bitcoin:?lightning=lnbc420bogusinvoice", { code: "invalid-invoice" }],
    ["bitcoin:?lno=lno1bogusoffer&sp=sp1qsilentpayment", { code: "invalid-uri" }],
    ["bitcoin:?sp=sp1qsilentpayment", { code: "invalid-uri" }],
    [`bitcoin:?bc=${p2wpkh}&bc=${p2tr}`, { receiver: { canonical: p2wpkh } }],
    [`BITCOIN:${p2wpkh}?BC=${p2tr}`.toUpperCase(), { receiver: { canonical: p2wpkh } }],
    [`BITCOIN:?BC=${p2wpkh}&BC=${p2tr}`.toUpperCase(), { receiver: { canonical: p2wpkh } }],
    ["bitcoin:?tb=tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", { code: "wrong-network" }],
    ["bitcoin:?bc=tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", { code: "invalid-uri" }],
    [
      `bitcoin:${p2wpkh}?somethingyoudontunderstand=50&amount=50`,
      { receiver: { amountSats: 5_000_000_000n } },
    ],
    [`bitcoin:${p2wpkh}?lightning=lnbc420bogusinvoice`, { receiver: { canonical: p2wpkh } }],
    [`bitcoin:${p2wpkh}?pop=https%3aiwantyouripaddress.com`, { receiver: { canonical: p2wpkh } }],
  ])("is read as the specification says: %s", (uri, outcome) => {
    expect(readReceiver(uri, "mainnet")).toMatchObject(outcome);
  });
});

describe("what somebody changed", () => {
  const originals = [
    ...segwitAddresses.filter(([, script]) => known.has(script.slice(0, 4))).map(([text]) => text),
    p2wpkh,
    "1RustyRX2oai4EYYDpQGWvEL62BBGqN9T",
    "3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX",
    "mk2QpYatsKicvFVuTAQLBryyccRXMUaGHP",
    ...validExamples.map(({ text }) => text),
  ];

  it("is never taken for another receiver, ten thousand times, and on mainnet nothing of another network is", () => {
    const random = seeded(20_261_123);
    const taken: string[] = [];
    for (let round = 0; round < 10_000; round += 1) {
      const original = originals[round % originals.length] ?? "";
      const changed = mutate(original, random);
      const reading = readReceiver(changed, round % 2 === 0 ? "any" : "mainnet");
      const isSame = changed.trim().toLowerCase() === original.toLowerCase();
      if (reading.kind === "receiver" && !isSame) taken.push(`${original} → ${changed}`);
    }
    expect(taken).toEqual([]);
  });
});

/** The same numbers between 0 and 1 every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const letters = "023456789acdefghjklmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ1";
const foreignPrefixes = ["bc1", "tb1", "bcrt1", "lnbc", "lntb", "lntbs", "lnbcrt", "lnurl1"];

/** One of the ways in which texts are spoilt, by hand, by a scanner, or by somebody who wants our money. */
function mutate(text: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const at = below(text.length);
  const letter = letters.charAt(below(letters.length));
  switch (below(8)) {
    case 0:
      return text.slice(0, at) + letter + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + letter + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + 1 + below(4));
    case 3:
      return text.slice(0, at) + text.slice(at + 1, at + 2) + text.charAt(at) + text.slice(at + 2);
    case 4:
      return text.slice(0, at) + text.slice(at).split("").toReversed().join("");
    case 5:
      return text.replace(/^[a-z]+1?/i, foreignPrefixes[below(foreignPrefixes.length)] ?? "");
    case 6:
      return text.replace(/\d+/, String(below(1_000_000)));
    default:
      return [0, 1, 2].reduce((spoilt) => mutate(spoilt, random), text);
  }
}
