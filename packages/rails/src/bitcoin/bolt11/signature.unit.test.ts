import { secp256k1 } from "@noble/curves/secp256k1.js";
import { bytesToNumberBE } from "@noble/curves/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { isRecoverable } from "./signature.ts";

const { Point, Signature } = secp256k1;
const { Fn, Fp } = Point;
const message = utf8ToBytes("lnbc20m and what follows");

function answers(work: () => boolean): boolean {
  try {
    return work();
  } catch {
    return false;
  }
}

const isAccepted = (bytes: Uint8Array) => answers(() => isRecoverable(bytes, message));
const libraryAccepts = (bytes: Uint8Array) =>
  answers(() => secp256k1.recoverPublicKey(bytes, message).length === 33);

describe("a signature from which the payee is recovered", () => {
  it("is accepted exactly where the curve's library recovers a key", () => {
    const key = new Uint8Array(32).fill(5);
    const signed = secp256k1.sign(message, key, { format: "recovered" });
    expect(isAccepted(signed)).toBe(true);
    const verdicts = new Set<boolean>();
    for (const index of signed.keys()) {
      for (const flipped of [0x01, 0x80]) {
        const changed = signed.map((byte, at) => (at === index ? byte ^ flipped : byte));
        expect([bytesToHex(changed), isAccepted(changed)]).toEqual([
          bytesToHex(changed),
          libraryAccepts(changed),
        ]);
        verdicts.add(isAccepted(changed));
      }
    }
    expect(verdicts.size).toBe(2);
  });

  it("is refused where it was made so that no key belongs to it", () => {
    const k = 7n;
    const { x, y } = Point.BASE.multiply(k).toAffine();
    const e = Fn.create(bytesToNumberBE(sha256(message)));
    const s = Fn.mul(e, Fn.inv(k));
    const made = new Signature(Fn.create(x), s, Number(y % 2n)).toBytes("recovered");

    expect(isAccepted(made)).toBe(false);
    expect(libraryAccepts(made)).toBe(false);
    const other = new Signature(Fn.create(x), Fn.add(s, 1n), Number(y % 2n)).toBytes("recovered");
    expect(isAccepted(other)).toBe(true);
  });

  it.each([2, 3])("is accepted with the rare recovery id %i, whose R is beyond the order", (id) => {
    const made = new Signature(2n, 5n, id).toBytes("recovered");
    expect([isAccepted(made), libraryAccepts(made)]).toEqual([true, true]);
  });

  it.each([
    ["without r", 0n, 1n, 0],
    ["without s", 1n, 0n, 0],
    ["with an s beyond the order", 1n, Fn.ORDER, 0],
    ["with an x beyond the field", Fp.ORDER - Fn.ORDER, 1n, 2],
    ["with a fifth recovery id", 1n, 1n, 4],
  ])("is refused %s", (_, r, s, recovery) => {
    const word = (value: bigint) => hexToBytes(value.toString(16).padStart(64, "0"));
    const bytes = concatBytes(Uint8Array.of(recovery), word(r), word(s));
    expect(isAccepted(bytes)).toBe(false);
    expect(libraryAccepts(bytes)).toBe(false);
  });
});
