import { createHmac } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const stepMs = 30_000;

/** What an authenticator app shows at a moment for a key in base32 (RFC 4226, 6238): written anew, to compare with. */
export function authenticatorCode(secret: string, epochMs: number): string {
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(epochMs / stepMs)));
  const hmac = createHmac("sha1", Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))));
  const digest = hmac.update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}
