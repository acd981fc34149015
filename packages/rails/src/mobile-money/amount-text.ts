import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";

const francsOf = (text: string): Xof => xof(BigInt(text.split(".")[0] ?? "0"));

/** Whole francs above zero as text; XOF has no decimals, though some providers write zeros for them. */
export const FrancsText = z
  .string()
  .regex(/^[1-9]\d{0,17}(?:\.0{1,2})?$/)
  .transform(francsOf);

/** What stands on an account, which some providers show with decimals. */
export const BalanceText = z
  .string()
  .regex(/^\d{1,18}(?:\.\d{1,4})?$/)
  .transform(francsOf);
