import { createHash, randomBytes } from "node:crypto";
import type { AccountId } from "@sanu/kernel";
import { secondFactorLimits } from "./second-factor-limits.ts";

/** Without I, L, O and U (Crockford): nobody mistakes what she wrote down. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const bitsOfLetter = 5;
const { count, bytes, groupLetters } = secondFactorLimits.recoveryCodes;

/** Codes of 80 bits, which nobody guesses, made of nothing that is stored anywhere. */
export function makeRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, () => grouped(lettersOf(randomBytes(bytes))));
}

/** As it is written down, in capitals or not, with spaces or dashes. */
export function hashOfRecoveryCode(accountId: AccountId, code: string): Buffer {
  const bare = code.toUpperCase().replaceAll(/[\s-]/g, "");
  const read = bare.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return createHash("sha256")
    .update(JSON.stringify(["recovery-code", accountId, read]))
    .digest();
}

function lettersOf(random: Buffer): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const parts = bits.match(new RegExp(`.{${bitsOfLetter}}`, "g")) ?? [];
  return parts.map((part) => letters[Number.parseInt(part, 2)]).join("");
}

function grouped(text: string): string {
  return (text.match(new RegExp(`.{1,${groupLetters}}`, "g")) ?? []).join("-");
}
