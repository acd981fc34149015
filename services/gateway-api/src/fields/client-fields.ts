import { listedIdsMax } from "@sanu/contracts";
import { z } from "zod";
import { fieldLimits } from "../limits.ts";
import { TransactionIdField } from "./fields.ts";

const referenceText = z
  .string()
  .max(fieldLimits.clientReferenceLettersMax)
  .regex(/^[\x21-\x2a\x2c\x2e-\x3c\x3e\x3f\x41-\x7e][\x21-\x7e]*$/)
  .describe("Visible ASCII without spaces, and no formula; name nobody in it");

/** What a client calls an order of its own; missing, null or empty all mean nothing → null. */
export const OptionalClientReference = z
  .union([z.literal("").transform(() => null), referenceText])
  .nullish()
  .transform((reference) => reference ?? null);

export const ClientReferenceFilter = referenceText.optional();

const uuidLetters = 36;

/** Ids of transactions with commas between them, each once, in capitals or not. */
export const TransactionIds = z
  .string()
  .min(uuidLetters)
  .max(listedIdsMax * (uuidLetters + 1) - 1)
  .transform((text) => [...new Set(text.toLowerCase().split(","))])
  .refine((ids) => ids.every((id) => TransactionIdField.safeParse(id).success))
  .transform((ids) => ids.map((id) => TransactionIdField.parse(id)))
  .optional();
