import { epochMsOf, type Instant } from "@sanu/kernel";
import { callBudget } from "../../http/provider-http.ts";
import { type CallOutcome, type Unknown, unknownBecause } from "../../ports/call-outcome.ts";
import type { Rail } from "../../ports/rail.ts";
import type {
  StatementFailure,
  StatementPage,
  StatementQuery,
  StatementRail,
} from "../../ports/statement-rail.ts";
import type { LndClient } from "./client.ts";
import { readHeight } from "./translate-receive.ts";
import {
  type LndPage,
  readForwards,
  readInvoices,
  readPayments,
  readTransactions,
} from "./translate-statement.ts";

export const statementLimits = {
  /** lnd lists invoices and payments by when they were made: what moves in a period is at most so much older. */
  madeBeforeMs: 259_200_000,
  /** A payment hangs for as many blocks as its time lock has (`paymentLimits`): about a week, and longer where they come slowly. */
  sentBeforeMs: 864_000_000,
  pageMax: 200,
  forwardsMax: 5_000,
  /** Blocks come about so often; a period's first one is looked for with room on either side. */
  msPerBlock: 600_000,
  blocksOfRoom: 288,
} as const;

interface Asked {
  readonly query: StatementQuery;
  /** What the page before ended with; `0` for the first one. */
  readonly offset: string;
  /** From which block the first page counted its places; undefined for that page, and where they are counted from none. */
  readonly block: string | undefined;
  readonly leftMs: () => number;
}

/** `block`: from which its places are counted; it stays the same for the pages behind it. */
type Ask = (asked: Asked) => Promise<(LndPage & { readonly block?: number }) | Unknown>;

interface Stage {
  readonly name: string;
  readonly pageMax: number;
  readonly ask: Ask;
}

/** What a node of lnd says that moved: one kind after the other, each in pages of its own. */
export function createLndStatementRail(
  client: LndClient,
  { provider, callTimeoutMs }: Pick<Rail, "provider"> & { readonly callTimeoutMs: number },
): StatementRail {
  const stages = stagesOf(client);
  return {
    provider,
    async readPage(query): Promise<CallOutcome<StatementPage, StatementFailure>> {
      const own = Object.hasOwn(stages, query.account) ? stages[query.account] : undefined;
      if (own === undefined) return { kind: "rejected", reason: "unknown-account" };
      const { at, ...place } = placeOf(own, query.cursor);
      const stage = own[at];
      if (stage === undefined) return unknownBecause("unexpected-response");
      const page = await stage.ask({ query, ...place, leftMs: callBudget(callTimeoutMs) });
      if (page.kind === "unknown") return page;
      const isFull = page.count >= stage.pageMax;
      // The same place again, or one of before, would be read for ever.
      if (isFull && BigInt(page.last) <= BigInt(place.offset))
        return unknownBecause("unexpected-response");
      const following = own[at + 1];
      const next = isFull
        ? [stage.name, page.last, ...(page.block === undefined ? [] : [page.block])].join(":")
        : following === undefined
          ? null
          : `${following.name}:0`;
      const lines = page.lines.filter((line) => line.at >= query.from && line.at < query.to);
      return { kind: "accepted", value: { lines, next, balances: null } };
    },
    close: () => client.close(),
  };
}

function placeOf(stages: readonly Stage[], cursor: string | null) {
  const [name, offset = "0", block] = cursor?.split(":") ?? [];
  const at = cursor === null ? 0 : stages.findIndex((stage) => stage.name === name);
  return { at, offset, block };
}

function stagesOf(client: LndClient): Readonly<Record<string, readonly Stage[]>> {
  const { pageMax, forwardsMax, madeBeforeMs, sentBeforeMs } = statementLimits;
  const ask = (path: string, leftMs: () => number) =>
    client.call({ method: "GET", path, timeoutMs: leftMs() });
  const invoices: Ask = async ({ query, offset, leftMs }) => {
    const page = { index_offset: offset, num_max_invoices: String(pageMax) };
    const made = madeFor(query, madeBeforeMs, page);
    return readInvoices(await ask(`/v1/invoices?${made}`, leftMs));
  };
  const payments: Ask = async ({ query, offset, leftMs }) => {
    const page = { index_offset: offset, max_payments: String(pageMax) };
    const made = madeFor(query, sentBeforeMs, page);
    return readPayments(await ask(`/v1/payments?${made}`, leftMs));
  };
  const forwards: Ask = async ({ query: { from, to }, offset, leftMs }) => {
    const body = {
      start_time: secondsOf(from),
      end_time: secondsOf(to),
      index_offset: Number(offset),
      num_max_events: forwardsMax,
    };
    const path = "/v1/switch";
    const answer = await client.call({ method: "POST", path, body, timeoutMs: leftMs() });
    return readForwards(answer, `${secondsOf(from)}-${offset}`);
  };
  const onChain =
    (direction: "in" | "out"): Ask =>
    async ({ query, offset, block, leftMs }) => {
      const at = readHeight(await ask("/v1/getinfo", leftMs));
      if (at.kind === "unknown") return at;
      // A block that comes meanwhile would move the first place, and with it what stands between two pages.
      const start = block === undefined ? startHeight(query.from, at.height) : Number(block);
      const places = `index_offset=${offset}&max_transactions=${pageMax}`;
      const path = `/v1/transactions?start_height=${start}&end_height=${at.height}&${places}`;
      const page = readTransactions(await ask(path, leftMs), direction, { offset, pageMax });
      return page.kind === "unknown" ? page : { ...page, block: start };
    };
  const stage = (name: string, stageAsk: Ask, most: number = pageMax): Stage => ({
    name,
    pageMax: most,
    ask: stageAsk,
  });
  return {
    "node-in": [
      stage("invoices", invoices),
      stage("forwards", forwards, forwardsMax),
      stage("chain-in", onChain("in")),
    ],
    "node-out": [stage("payments", payments), stage("chain-out", onChain("out"))],
  };
}

function madeFor(
  { from, to }: StatementQuery,
  beforeMs: number,
  page: Readonly<Record<string, string>>,
): string {
  const start = Math.max(1, Math.floor((epochMsOf(from) - beforeMs) / 1_000));
  return new URLSearchParams({
    creation_date_start: String(start),
    creation_date_end: secondsOf(to),
    ...page,
  }).toString();
}

function secondsOf(moment: Instant): string {
  return String(Math.max(0, Math.ceil(epochMsOf(moment) / 1_000)));
}

/** Below the period's first block, however slowly they came. */
function startHeight(from: Instant, height: number): number {
  const { msPerBlock, blocksOfRoom } = statementLimits;
  const passed = Math.ceil(Math.max(0, Date.now() - epochMsOf(from)) / msPerBlock);
  return Math.max(0, height - passed * 2 - blocksOfRoom);
}
