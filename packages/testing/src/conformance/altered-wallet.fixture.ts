import { instantOfEpochMs, sats } from "@sanu/kernel";
import { type AlteredLnd, hashOfHeld } from "./altered-lnd.fixture.ts";
import { moneyOf, orLess, orUnderWay, type Question } from "./misreadings.fixture.ts";
import { recordedAs, recordedBody } from "./recorded-lnd.fixture.ts";

const sent = recordedBody("g22b-tx-by-id-confirmed") as { readonly tx_hash: string };
const top = { "GET /v1/getinfo": recordedBody("a01-getinfo", { block_height: 475 }) };

const address = "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw";
const coin = { txid_str: "ab".repeat(32), output_index: 1 };
/** Spends that coin of a million satoshis: 50 000 to that address, all but a hundred of the rest to ourselves. */
const rawTransaction = [
  "0200000001",
  "ab".repeat(32),
  "0100000000ffffffff0250c3000000000000160014fcc4ba1a4d0a1aee2cd194d23b9743ed343ae1758c7e0e0000000000",
  "2251205160c7bd5caef040ad4127be503c6c7d2238716fc4a0f1ae1bf01bb3872635d100000000",
].join("");

/** A transaction as it is signed and published: whatever the node says, it pays who it should, or is none. */
export function signingOf({ send, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const lock = { id: "bG9jaw==", outpoint: coin, value: "1000000" };
  const final = { raw_final_tx: Buffer.from(rawTransaction, "hex").toString("base64") };
  const answers = {
    ...top,
    "GET /v2/wallet/estimatefee/": recordedAs("g01-estimatefee"),
    "POST /v2/wallet/utxos/leases": { locked_utxos: [] },
    "POST /v2/wallet/psbt/fund": { funded_psbt: "p", change_output_index: 1, locked_utxos: [lock] },
    "POST /v2/wallet/psbt/finalize": final,
    "POST /v2/wallet/tx": recordedAs("g12-publish"),
  };
  const order = {
    key: "order",
    destination: { kind: "onchain", canonical: address } as Parameters<
      typeof send.prepare
    >[0]["destination"],
    amountSats: sats(50_000n),
    feeLimitSats: sats(1_000n),
  };
  const preparing = asking(answers, () => send.prepare(order));
  return new Map<string, Question>([
    ["a transaction before it is published", { call: preparing, read: moneyOf }],
    [
      "a transaction",
      {
        call: async () => {
          const prepared = await preparing();
          if (!("value" in prepared)) return prepared;
          const { amountSats, feeLimitSats } = order;
          return send.send({ prepared: prepared.value as never, amountSats, feeLimitSats });
        },
        read: moneyOf,
      },
    ],
  ]);
}

/** Transactions as they are asked about, and what can be sent and received. */
export function walletOf({ send, receive, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const { tx_hash: txid } = sent;
  const status = (naturalKey: string, label: string): Question => ({
    call: asking({ "GET /v2/wallet/tx": { ...sent, label }, ...top }, () =>
      send.status(naturalKey),
    ),
    read: moneyOf,
    mayBe: orUnderWay,
  });
  const channels = { "GET /v1/channels": recordedAs("a05-channels") };
  const wallet = { "GET /v1/balance/blockchain": recordedAs("a03-balance-onchain") };
  return new Map<string, Question>([
    ["the status of a transaction", status(`chain:${txid}`, `sanu chain:${txid}`)],
    ["the status of one of a batch", status(`chain:${txid}:0`, `sanu batch:${txid}:1`)],
    [
      "what can be received",
      {
        call: asking(channels, async () => (await receive.inbound?.()) ?? { kind: "unasked" }),
        read: moneyOf,
        mayBe: orLess,
      },
    ],
    [
      "what can be sent",
      {
        call: asking({ ...channels, ...wallet }, async () => {
          const said = await send.liquidity();
          return said.kind === "unknown" ? said : { kind: said.kind, value: said.nodes };
        }),
        read: moneyOf,
        mayBe: orLess,
      },
    ],
  ]);
}

/** What moved. A line that is told otherwise, or not, is a difference, at which people look: nothing is decided by it. */
export function statementOf({ statement, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const invoices = ["c21-hodl-settled", "c28-hodl-canceled"].map((id) => recordedBody(id));
  const paid = JSON.parse(recordedAs("b20-track-succeeded").text) as { readonly result: object };
  // Of the recorded one the moments of its parts were left out.
  const htlcs = [{ status: "SUCCEEDED", resolve_time_ns: "1795366227726295423" }];
  const event = { timestamp: "1795366227", fee_msat: "1002" };
  const answers = {
    ...top,
    "GET /v1/invoices": { invoices, last_index_offset: "2" },
    "GET /v1/payments": { payments: [{ ...paid.result, htlcs }], last_index_offset: "1" },
    "POST /v1/switch": { forwarding_events: [event], last_offset_index: 1 },
    "GET /v1/transactions": { transactions: [sent] },
  };
  const pageOf = (account: string, cursor: string | null): Question => ({
    call: asking(answers, () =>
      statement.readPage({
        account,
        cursor,
        from: instantOfEpochMs(1_795_000_000_000),
        to: instantOfEpochMs(1_796_000_000_000),
      }),
    ),
    read: (outcome) => (outcome as { readonly kind: string }).kind,
  });
  return new Map([
    ["what invoices brought", pageOf("node-in", null)],
    ["what forwarding earned", pageOf("node-in", "forwards:0")],
    ["what came in on chain", pageOf("node-in", "chain-in:0")],
    ["what was paid", pageOf("node-out", null)],
    ["what went out on chain", pageOf("node-out", "chain-out:0")],
  ]);
}

/** What a node says without being asked makes us ask; only that it was restored closes it. */
export function hintsOf({ receive, asking }: AlteredLnd): ReadonlyMap<string, Question> {
  const settled = recordedBody("c21-hodl-settled", { add_index: "16", settle_index: "6" });
  const subscribed = { result: recordedBody("c04-hodl-open", { add_index: "17" }) };
  const answers = {
    "GET /v1/invoices/subscribe": subscribed,
    "GET /v1/invoices?": recordedAs("d00-invoices-list"),
    "GET /v1/invoice/": settled,
  };
  const following = (cursor: string | null): Question => ({
    call: asking(answers, async () => {
      const kinds: string[] = [];
      const hints = receive.follow?.(cursor, AbortSignal.timeout(10_000)) ?? [];
      for await (const hint of hints) kinds.push(hint.kind);
      return { kinds };
    }),
    read: (outcome) =>
      (outcome as { readonly kinds: readonly string[] }).kinds.includes("restored")
        ? "restored"
        : "hints",
  });
  return new Map([["invoices that are followed", following(`16:6:${hashOfHeld}:${hashOfHeld}`)]]);
}
