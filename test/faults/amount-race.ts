import { setTimeout as wait } from "node:timers/promises";
import { attemptKey } from "@sanu/attempts";
import { eventually } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import type { Deal } from "./load.ts";
import type { FaultSystem } from "./system.ts";
import type { Staff } from "./two-of-the-staff.ts";

const limits = {
  decidedWithinMs: 60_000,
  pauseMsMax: 60,
  /** How often a provider says something about one receipt at most. */
  wordsMax: 4,
  /** How much less it shows each time. */
  lessXof: 7n,
  /** Callbacks of one word: none, one, or several. */
  copies: [0, 1, 3],
} as const;

const paymentText = `
select stream_id::text as id from events where event_type = 'PaymentRequested' and data->>'transactionId' = $1`;
const correctedText = `
select data->>'cameXof' as came from events where stream_id = $1 and event_type = 'PaymentReceiptCorrected'
order by version desc limit 1`;
const checkText = "update attempts set next_at = now() where attempt_id = $1";

/**
 * The gateway shows less under the receipt of a deal than it did, once or twice, while two of the staff decide how much came: in the end as
 * much as it shows. Whoever sends anything twice has one effect.
 */
export async function decideAmountInRace(
  system: FaultSystem,
  staff: Staff,
  { deal, random }: { readonly deal: Deal; readonly random: () => number },
): Promise<void> {
  const { sandbox, databases } = system;
  const query = <Row>(text: string, value: string) =>
    databases.payments.query<Row>(CompiledQuery.raw(text, [value]));
  const [payment] = await query<{ id: string }>(paymentText, `${deal.id}`);
  const paymentId = payment?.id ?? "nobody";
  const key = attemptKey("collection", paymentId, 1);
  let shown = deal.amountXof;
  const showLess = async () => {
    shown -= limits.lessXof;
    const copies = limits.copies[Math.floor(random() * limits.copies.length)] ?? 1;
    sandbox.callbacks.change({ copies });
    expectChanged(sandbox.reversals.changeAmount(key, shown));
    sandbox.callbacks.change({ copies: 1 });
    // Some are told to nobody.
    await query(checkText, key);
  };
  const pause = () => wait(random() * limits.pauseMsMax);
  const isMeanwhile = random() < 1 / 2;
  await showLess();
  const decide = async (whileAsked: () => Promise<void>) => {
    const asked = await staff.amountCaseOf(`${deal.id}`);
    if (asked === undefined) {
      // A check that was under way as its provider changed its word has put the next one off.
      await query(checkText, key);
      return;
    }
    const proposal = await staff.proposeOtherAmount(asked);
    await whileAsked();
    await Promise.all([staff.approve(asked, proposal), staff.approve(asked, proposal)]);
  };
  let left = isMeanwhile ? 1 : 0;
  await eventually(
    "what came is decided",
    async () => {
      await decide(async () => {
        if (left === 0) return;
        left -= 1;
        await showLess();
        await pause();
      });
      const [corrected] = await query<{ came: string }>(correctedText, paymentId);
      return corrected?.came === `${shown}`;
    },
    limits.decidedWithinMs,
  );
  // It is asked about as often as its provider has said something else.
  deal.endings = deal.endings.flatMap((ending) =>
    Array.from({ length: limits.wordsMax }, (_, words) => ({
      ...ending,
      reviews: Array.from({ length: words + 1 }, () => "contradicting-facts" as const),
    })),
  );
}

function expectChanged(response: string): void {
  if (response !== "changed") throw new Error(`The receipt is ${response}`);
}
