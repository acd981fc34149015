import { type Instant, isInstant } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { unknownResponse } from "../../http/unknown-response.ts";
import { type CallOutcome, unknownBecause } from "../../ports/call-outcome.ts";
import type {
  StatedBalances,
  StatedCurrency,
  StatementFailure,
  StatementLine,
  StatementPage,
  StatementQuery,
} from "../../ports/statement-rail.ts";

const digits = "(?:0|[1-9]\\d{0,17})";
const Amount = z
  .string()
  .regex(new RegExp(`^${digits}$`))
  .transform(BigInt);
/** An account can be overdrawn. */
const Balance = z
  .string()
  .regex(new RegExp(`^-?${digits}$`))
  .transform(BigInt);

const Line = z.object({
  reference: z.string().min(1).max(200),
  merchant_key: z.string().min(1).max(200).nullable(),
  kind: z.enum([
    "collection",
    "refund",
    "disbursement",
    "capture",
    "send",
    "transfer-in",
    "transfer-out",
  ]),
  amount: Amount,
  fee: Amount,
  status: z.enum(["pending", "settled", "failed", "reversed"]),
  at: z.custom<Instant>((value) => typeof value === "string" && isInstant(value)),
});

const Page = z.object({
  account: z.string(),
  currency: z.enum(["XOF", "SATS"]),
  lines: z.array(Line),
  next: z.string().min(1).nullable(),
  opening_balance: Balance.nullable(),
  closing_balance: Balance.nullable(),
});

const Refusal = z.object({ code: z.string() });

/** The page has to name the account, and each of its lines lies in the period: another period proves nothing. */
export function readStatementPage(
  response: ProviderResponse,
  query: StatementQuery,
): CallOutcome<StatementPage, StatementFailure> {
  if (response.kind === "no-response") return unknownResponse(response);
  if (response.status === 404) {
    const code = Refusal.safeParse(response.json).data?.code;
    return code === "unknown-account"
      ? { kind: "rejected", reason: "unknown-account" }
      : unknownResponse(response);
  }
  const read = Page.safeParse(response.status === 200 ? response.json : undefined);
  if (!read.success) return unknownResponse(response);
  const { account, currency, next, lines } = read.data;
  const isAsked = account === query.account && lines.every(({ at }) => isWithin(at, query));
  // The same cursor again would be read for ever.
  if (!isAsked || (next !== null && next === query.cursor)) {
    return unknownBecause("unexpected-response");
  }
  const balances = balancesOf(read.data);
  const value = { lines: lines.map((line) => lineOf(line, currency)), next, balances };
  return { kind: "accepted", value };
}

function isWithin(at: Instant, { from, to }: StatementQuery): boolean {
  return at >= from && at < to;
}

function lineOf(line: z.infer<typeof Line>, currency: StatedCurrency): StatementLine {
  const { merchant_key: key, status: state, ...rest } = line;
  return { ...rest, key, currency, state };
}

function balancesOf(page: z.infer<typeof Page>): StatedBalances | null {
  const { currency, opening_balance: opening, closing_balance: closing } = page;
  return opening === null || closing === null ? null : { currency, opening, closing };
}
