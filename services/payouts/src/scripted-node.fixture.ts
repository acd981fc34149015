import { createHash } from "node:crypto";
import { sats, systemClock } from "@sanu/kernel";
import type { PreparedSend, SendOrder, SendRail, SendStatus } from "@sanu/rails";

type Sent = Awaited<ReturnType<SendRail["send"]>>;
type Offer = Awaited<ReturnType<SendRail["prepare"]>>;

/** What a node of a test was asked for, and what it says to whom. */
export interface ScriptedNode {
  readonly rail: SendRail;
  /** Orders as they were prepared, and natural keys as they were sent. */
  readonly prepared: SendOrder[];
  readonly sent: string[];
  /** By receiver; what is not named settles. */
  readonly offers: Map<string, Offer>;
  /** Whose transactions it cannot sign again. */
  readonly unreplaced: Set<string>;
  readonly answers: Map<string, Sent>;
  readonly statuses: Map<string, SendStatus>;
}

const accepted = (value: PreparedSend): Offer => ({ kind: "accepted", value });

/** Whoever lives on one domain is paid by one node. */
export function createScriptedNode(provider: string): ScriptedNode {
  const [prepared, sent]: [SendOrder[], string[]] = [[], []];
  const [offers, answers, statuses] = [
    new Map<string, Offer>(),
    new Map<string, Sent>(),
    new Map<string, SendStatus>(),
  ];
  const unreplaced = new Set<string>();
  const receivers = new Map<string, string>();
  const settled = (): SendStatus & { readonly kind: "settled" } => {
    const settledAt = systemClock.now();
    return { kind: "settled", feeSats: sats(1n), settledAt, proof: "proof" };
  };
  const offer = ({ key, destination, replaces }: SendOrder): Offer => {
    const { canonical, kind } = destination;
    const id = createHash("sha256").update(`${provider} ${key}`).digest("hex");
    const naturalKey = kind === "onchain" ? `chain:${id}` : `lightning:${id}`;
    receivers.set(naturalKey, canonical);
    const spends = replaces?.spends ?? [`${id}:0`];
    const destinationMark = canonical.split("@").at(-1) ?? canonical;
    return accepted({
      naturalKey,
      payload: canonical,
      destinationMark,
      ...(kind === "onchain" && { spends }),
    });
  };
  const rail: SendRail = {
    provider,
    retryRule: "resend-same-key",
    reversibleForMs: 0,
    async prepare(order) {
      prepared.push(order);
      if (order.replaces !== undefined && unreplaced.has(order.destination.canonical)) {
        return { kind: "rejected", reason: "insufficient-balance" };
      }
      return offers.get(order.destination.canonical) ?? offer(order);
    },
    async send({ prepared: { naturalKey, payload } }) {
      sent.push(naturalKey);
      return answers.get(payload) ?? { kind: "accepted", value: settled() };
    },
    async status(naturalKey) {
      const known = statuses.get(receivers.get(naturalKey) ?? "");
      return known ?? (sent.includes(naturalKey) ? settled() : { kind: "not-found" });
    },
    liquidity: async () => ({ kind: "liquidity", nodes: [] }),
    close: async () => undefined,
  };
  return { rail, prepared, sent, offers, unreplaced, answers, statuses };
}
