import { z } from "zod";
import { type Finding, fine, open, wrong } from "../../check/finding.ts";
import { judgeAnswer } from "../../check/judge.ts";
import type { BitcoinNetwork } from "../network.ts";
import type { LndAnswer } from "./answer.ts";
import { SatsText } from "./units.ts";

const Info = z.object({
  version: z.string(),
  block_height: z.int(),
  synced_to_chain: z.boolean(),
  synced_to_graph: z.boolean(),
  chains: z.array(z.object({ network: z.string() })).min(1),
});

/** Who answers, of which network, and whether it sees the newest blocks. */
export function judgeInfo(answer: LndAnswer, network: BitcoinNetwork): readonly Finding[] {
  const asked = judgeAnswer("credentials", "the node's own state", said(answer));
  const info = Info.safeParse(jsonOf(answer)).data;
  if (info === undefined) return [asked];
  const { version, block_height: height, chains } = info;
  const found = chains[0]?.network ?? "";
  return [
    asked,
    found === network
      ? fine("node", `lnd ${version.split(" ")[0]} on ${found}`)
      : wrong("node", `it is on ${found}, LND_NETWORK says ${network}`, "ask the right node"),
    info.synced_to_chain
      ? fine("node", `sees the newest block, ${height}`)
      : wrong("node", `behind at block ${height}`, "look at its chain node: nothing is captured"),
    info.synced_to_graph
      ? fine("node", "knows the network's channels")
      : open("node", "still learns the network's channels", "payments may find no route: wait"),
  ];
}

/** A refusal for another reason shows that the call is allowed; it did nothing. */
export function judgeRight(right: string, answer: LndAnswer): Finding {
  if (isAllowed(answer)) return fine("rights", `${right}: allowed`);
  return answer.kind === "unknown" && answer.cause !== "not-permitted"
    ? open("rights", `${right}: ${answer.cause}`, "try again when the node answers")
    : wrong("rights", `${right}: missing`, "bake the macaroon as the guide of lnd says");
}

export function isAllowed(answer: LndAnswer): boolean {
  return answer.kind !== "unknown";
}

/** Who may do both has too much: the macaroon of neither service. */
export function judgeService(may: {
  readonly maySend: boolean;
  readonly mayReceive: boolean;
}): Finding {
  if (!may.maySend) return fine("rights", "as payments' macaroon: it cannot send");
  return may.mayReceive
    ? wrong("rights", "it can send, and make invoices", "bake one for each service; keep admin's")
    : fine("rights", "as payouts' macaroon: it can send, and makes no invoice");
}

const Channels = z.object({
  channels: z.array(
    z.object({
      active: z.boolean(),
      local_balance: SatsText,
      remote_balance: SatsText,
      local_chan_reserve_sat: SatsText,
      remote_chan_reserve_sat: SatsText,
    }),
  ),
});

type Channel = z.infer<typeof Channels>["channels"][number];

/** What could come in and go out over the channels that are there now, less what both sides keep in reserve. */
export function judgeChannels(answer: LndAnswer): readonly Finding[] {
  const channels = Channels.safeParse(jsonOf(answer)).data?.channels;
  if (channels === undefined) return [judgeAnswer("channels", "its channels", said(answer))];
  const active = channels.filter((channel) => channel.active);
  const sumOf = (held: (channel: Channel) => bigint) =>
    active.map(held).reduce((sum, one) => (one > 0n ? sum + one : sum), 0n);
  const inbound = sumOf((one) => one.remote_balance - one.remote_chan_reserve_sat);
  const outbound = sumOf((one) => one.local_balance - one.local_chan_reserve_sat);
  const count = `${active.length} of ${channels.length} channels active`;
  return [
    active.length === 0
      ? wrong("channels", count, "no payment comes or goes: look at its peers")
      : active.length < channels.length
        ? open("channels", count, "look at the peers of the others")
        : fine("channels", count),
    inbound > 0n
      ? fine("balance", `inbound: ${inbound} sats`)
      : wrong("balance", "inbound: 0 sats", "no sale can be received: buy or make room"),
    outbound > 0n
      ? fine("balance", `outbound: ${outbound} sats`)
      : wrong("balance", "outbound: 0 sats", "no purchase can be paid out over Lightning"),
  ];
}

const Wallet = z.object({ confirmed_balance: SatsText, reserved_balance_anchor_chan: SatsText });

export function judgeWallet(answer: LndAnswer): readonly Finding[] {
  const wallet = Wallet.safeParse(jsonOf(answer)).data;
  if (wallet === undefined) return [judgeAnswer("balance", "its wallet", said(answer))];
  const { confirmed_balance: confirmed, reserved_balance_anchor_chan: reserved } = wallet;
  const text = `on chain: ${confirmed} sats, ${reserved} of them in reserve`;
  return [
    confirmed > reserved
      ? fine("balance", text)
      : open("balance", text, "channels cannot be closed safely without coins for fees"),
  ];
}

function jsonOf(answer: LndAnswer): unknown {
  return answer.kind === "answer" ? answer.json : undefined;
}

/** In the words of any provider's answer: a refusal of a question proves nothing. */
function said(answer: LndAnswer): Parameters<typeof judgeAnswer>[2] {
  return answer.kind === "refusal" ? { kind: "rejected", reason: answer.message } : answer;
}
