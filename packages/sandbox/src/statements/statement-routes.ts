import type { Instant } from "@sanu/kernel";
import type { FastifyInstance } from "fastify";
import { AccountParams, StatementQuery } from "../http/bodies.ts";
import { operationsOf, type Response } from "../http/operations.ts";
import { sandboxLimits } from "../limits.ts";
import type { SandboxParts } from "../parts.ts";
import {
  effectOf,
  type StatedLine,
  type StatementAccount,
  statementAccounts,
} from "./statement-book.ts";
import { StatementMistake } from "./statement-mistakes.ts";

type Statements = Pick<SandboxParts, "statements" | "mistakes">;

/** The merchant's statements of every account, in pages, and the switch that makes them lie. */
export function addStatementRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const operation = operationsOf(app, parts);
  operation("statements.read", "GET /v1/statements/:account", (request) => {
    const { account: name } = AccountParams.parse(request.params);
    const { from, to, after } = StatementQuery.parse(request.query);
    const account = statementAccounts.find((known) => known === name);
    const response =
      account === undefined ? unknownAccount : pageOf(parts, account, { from, to, after });
    return { key: name, response };
  });

  app.post("/control/statements", (request, reply) => {
    parts.mistakes.add(StatementMistake.parse(request.body));
    return reply.code(204).send();
  });

  app.delete("/control/statements", (_request, reply) => {
    parts.mistakes.clear();
    return reply.code(204).send();
  });
}

const unknownAccount: Response = { status: 404, body: { code: "unknown-account" } };

function pageOf(
  { statements, mistakes }: Statements,
  account: StatementAccount,
  { from, to, after }: { readonly from: Instant; readonly to: Instant; readonly after: number },
): Response {
  const all = statements.linesOf(account).flatMap(mistakes.shown);
  const inPeriod = all.filter(({ at }) => at >= from && at < to);
  const rest = inPeriod.filter(({ seq }) => seq > after);
  // Lines of one entry stay together: the cursor is the number of an entry.
  const last = rest[sandboxLimits.statementLinesMax - 1];
  const lines = last === undefined ? rest : rest.filter(({ seq }) => seq <= last.seq);
  const isLast = lines.length === rest.length;
  const next = isLast ? null : String(last?.seq);
  const body = {
    account,
    currency: isOfNode(account) ? "SATS" : "XOF",
    lines: lines.map(lineBody),
    next,
    ...balancesOf(all, { account, from, to }, mistakes.balanceOffOf(account)),
  };
  return { status: 200, body };
}

function isOfNode(account: StatementAccount): boolean {
  return account === "node-in" || account === "node-out";
}

/** A node knows what it holds now, and not what it held. */
function balancesOf(
  lines: readonly StatedLine[],
  period: { readonly account: StatementAccount; readonly from: Instant; readonly to: Instant },
  off: bigint,
) {
  const { account, from, to } = period;
  if (isOfNode(account)) return { opening_balance: null, closing_balance: null };
  const base = account === "disbursements" ? sandboxLimits.floatXof : 0n;
  const until = (moment: Instant) =>
    lines.reduce((sum, line) => (line.at < moment ? sum + effectOf(line) : sum), base);
  return {
    opening_balance: until(from).toString(),
    closing_balance: (until(to) + off).toString(),
  };
}

function lineBody({ reference, key, kind, amount, fee, status, at }: StatedLine) {
  const amounts = { amount: amount.toString(), fee: fee.toString() };
  return { reference, merchant_key: key, kind, ...amounts, status, at };
}
