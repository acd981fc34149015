import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";

/** Whole francs as a number, or as text with decimals that are none. */
const Francs = z
  .union([z.int().min(0).transform(String), z.string().regex(/^\d{1,15}(?:\.0{1,2})?$/)])
  .transform((text): Xof => xof(BigInt(text.split(".")[0] ?? "0")));

/** What moved is above zero: nothing is no money, whatever stands beside it. */
const Moved = Francs.refine((francs) => francs > 0n);

/** Its own pages show it as text, and integrations have seen it as a number and in a list. */
const Code = z
  .union([z.string(), z.int().transform(String), z.tuple([z.string()]).transform(([code]) => code)])
  .transform((code) => code.trim());

/** Tokens have come with a blank behind them. */
const Token = z
  .string()
  .max(200)
  .transform((text) => text.trim())
  .refine((text) => /^[\w-]+$/.test(text));

export const CreatedBody = z.object({
  token: Token,
  response_text: z.url({ protocol: /^https?$/ }),
});

/** What we give it with an invoice, to have it back with every status. */
const OwnData = z.object({
  sanu_key: z.string(),
  sanu_number: z.string(),
  sanu_channel: z.string(),
});

export const InvoiceBody = z.object({
  status: z.string(),
  invoice: z.object({ token: Token.optional(), total_amount: Moved }),
  custom_data: OwnData,
  /** What the payer wrote on its page. Source: developers.paydunya.com/doc/EN/http_json. */
  customer: z
    .object({ phone: z.union([z.string(), z.int().transform(String)]).nullish() })
    .nullish()
    .catch(null),
});
export type Invoice = z.infer<typeof InvoiceBody>;

export const PreparedBody = z
  .object({ disburse_token: Token })
  .transform(({ disburse_token: token }) => token);
export const SubmittedBody = z.object({ status: z.string().optional() });
export const PayoutBody = z.object({
  status: z.string(),
  amount: Moved,
  fees: Francs.nullish(),
  token: Token.nullish(),
  disburse_id: z.string().nullish(),
});

/** `Balance BJ`: what is there of one country. Source: developers.paydunya.com/doc/EN/get_balance. */
const Balance = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,2})? [A-Z]{3}$/)
  .transform((text) => text.split(" "))
  .refine(([, currency]) => currency === "XOF")
  .transform(([amount = ""]): Xof => xof(BigInt(amount.split(".")[0] ?? "0")));
export const BalancesBody = z
  .looseObject({ success: z.literal(true) })
  .transform((body) =>
    Object.entries(body).flatMap(([name, text]) => {
      const country = /^Balance ([A-Z]{2})$/.exec(name)?.[1];
      return country === undefined ? [] : [{ country, text }];
    }),
  )
  .pipe(z.array(z.object({ country: z.string(), text: Balance })).min(1));

const Answer = z.object({ response_code: Code, response_text: z.unknown().optional() });

function answerOf(response: ProviderResponse) {
  if (response.kind === "no-response") return undefined;
  if (![200, 201, 400, 422].includes(response.status)) return undefined;
  return Answer.safeParse(response.json).data;
}

/** An answer with `00`, and what it holds; undefined for every other. */
export function successOf<Output>(
  response: ProviderResponse,
  shape: z.ZodType<Output>,
): Output | undefined {
  if (response.kind === "no-response" || answerOf(response)?.response_code !== "00") {
    return undefined;
  }
  return response.status < 300 ? shape.safeParse(response.json).data : undefined;
}

/** What an answer without success says; undefined where it says nothing of its own. */
export function refusalOf(
  response: ProviderResponse,
): { readonly code: string; readonly text: string } | undefined {
  const answer = answerOf(response);
  if (answer === undefined || typeof answer.response_text !== "string") return undefined;
  const { response_code: code, response_text: text } = answer;
  return code === "00" ? undefined : { code, text };
}
