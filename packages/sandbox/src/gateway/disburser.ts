import { randomUUID } from "node:crypto";
import { epochMsOf } from "@sanu/kernel";
import type { DisbursementFailure } from "../journal/entries.ts";
import type { SimulatorParts } from "../simulator-parts.ts";
import {
  costOf,
  type Disbursement,
  type DisbursementBook,
  disbursementStatusOf,
} from "./disbursement.ts";
import { disbursementBehaviourOf } from "./disbursement-behaviour.ts";

export interface NewDisbursement {
  readonly key: string;
  readonly amountXof: bigint;
  readonly number: string;
  readonly channel: string;
  readonly description: string;
}

export type DisburserResponse =
  | {
      readonly kind: "disbursement";
      readonly disbursement: Disbursement;
      readonly isKnown: boolean;
    }
  /** The gateway has it, but the caller never hears so. */
  | { readonly kind: "silence"; readonly how: "hang" | "reset" }
  /** Not taken: of this order the gateway knows nothing later. */
  | { readonly kind: "refused"; readonly code: "channel-closed" | "insufficient-float" }
  | { readonly kind: "not-found" };

/** The paying side of the mobile-money gateway. A key is paid once, however often it is ordered. */
export interface Disburser {
  readonly create: (order: NewDisbursement) => DisburserResponse;
  readonly read: (key: string) => DisburserResponse;
  /** Sets the clocks of open disbursements again after a restart. */
  readonly resume: () => void;
}

type DisburserParts = SimulatorParts<DisbursementBook>;

/** One franc in a hundred, and a begun hundred counts. */
function disbursementFeeXof(amountXof: bigint): bigint {
  return (amountXof + 99n) / 100n;
}

/** The same key again is the same disbursement, whatever else the order says. */
export function createDisburser(parts: DisburserParts): Disburser {
  const { journal, book } = parts;
  return {
    create(order) {
      const isKnown = book.findByKey(order.key) !== undefined;
      const code = isKnown ? null : refusalOf(book, order);
      if (code !== null) return { kind: "refused", code };
      if (!isKnown) {
        const { key, amountXof, ...rest } = order;
        const feeXof = disbursementFeeXof(amountXof).toString();
        const amounts = { amountXof: amountXof.toString(), feeXof };
        const disbursementId = randomUUID();
        journal.record({ kind: "disbursement-created", disbursementId, key, ...rest, ...amounts });
        carryOut(parts, key);
      }
      return responseTo(parts, order.key, isKnown);
    },
    read(key) {
      const disbursement = book.findByKey(key);
      if (disbursement === undefined || isLost(parts, disbursement)) return { kind: "not-found" };
      return { kind: "disbursement", disbursement, isKnown: false };
    },
    resume() {
      for (const one of book.all()) {
        if (disbursementStatusOf(one) === "pending") carryOut(parts, one.key);
      }
    },
  };
}

function refusalOf(book: DisbursementBook, order: NewDisbursement) {
  const { amountXof, channel, number } = order;
  const isClosed =
    book.channelState(channel) !== "open" ||
    disbursementBehaviourOf(number) === "finds-its-channel-closed";
  if (isClosed) return "channel-closed";
  const feeXof = disbursementFeeXof(amountXof);
  return costOf({ amountXof, feeXof }) > book.floatXof() ? "insufficient-float" : null;
}

function responseTo(parts: DisburserParts, key: string, isKnown: boolean): DisburserResponse {
  const disbursement = parts.book.findByKey(key);
  if (disbursement === undefined) return { kind: "not-found" };
  if (isLost(parts, disbursement)) return { kind: "silence", how: "reset" };
  const hangs = disbursementBehaviourOf(disbursement.number).startsWith("hangs") && !isKnown;
  return hangs ? { kind: "silence", how: "hang" } : { kind: "disbursement", disbursement, isKnown };
}

function ageMsOf({ clock }: DisburserParts, { createdAt }: Disbursement): number {
  return epochMsOf(clock.now()) - epochMsOf(createdAt);
}

/** What has ended is found: its timer may fire before the clock has come as far. */
function isLost(parts: DisburserParts, disbursement: Disbursement): boolean {
  const isHidden = disbursementBehaviourOf(disbursement.number) === "is-lost-for-a-while";
  const isPending = disbursementStatusOf(disbursement) === "pending";
  return isHidden && isPending && ageMsOf(parts, disbursement) < parts.delays.notFoundMs;
}

function carryOut(parts: DisburserParts, key: string): void {
  const { journal, book, scheduler, delays } = parts;
  const disbursement = book.findByKey(key);
  if (disbursement === undefined) return undefined;
  const { id: disbursementId, number } = disbursement;
  const amounts = {
    amountXof: disbursement.amountXof.toString(),
    feeXof: disbursement.feeXof.toString(),
  };
  const end = (record: () => void) => () => {
    const now = book.findByKey(key);
    if (now !== undefined && disbursementStatusOf(now) === "pending") record();
  };
  const settle = end(() =>
    journal.record({ kind: "disbursement-settled", disbursementId, key, ...amounts }),
  );
  const fail = (reason: DisbursementFailure) =>
    end(() => journal.record({ kind: "disbursement-failed", disbursementId, key, reason }));
  const after = (delayMs: number, work: () => void) =>
    scheduler.after(Math.max(0, delayMs - ageMsOf(parts, disbursement)), work);
  switch (disbursementBehaviourOf(number)) {
    case "has-no-wallet":
      return fail("receiver_not_found")();
    case "has-a-full-wallet":
      return after(delays.slowMs, fail("wallet_full"));
    case "settles-slowly":
      return after(delays.slowMs, settle);
    case "hangs-then-settles":
      return after(delays.hangMs, settle);
    case "hangs-then-fails":
      return after(delays.hangMs, fail("wallet_full"));
    case "is-lost-for-a-while":
      return after(delays.notFoundMs, settle);
    case "finds-its-channel-closed":
    case "settles-at-once":
      return settle();
  }
}
