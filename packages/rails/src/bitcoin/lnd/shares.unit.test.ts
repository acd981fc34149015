import { instant, sats } from "@sanu/kernel";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hastened } from "./hastened.fixture.ts";
import { judgeBatch } from "./send/judge-signed.ts";
import { signed } from "./send/sketch.fixture.ts";
import { readTransaction, shareOf } from "./send/translate-transaction.ts";
import { readTransactions } from "./translate-statement.ts";
import { labelOfBatch } from "./units.ts";

const change = "bcrt1p29sv002u4mcypt2py7l9q0rv053rsut0cjs0rtsm7qdm8pexxhgsgclxu8";
const payees = [
  "bcrt1qlnzt5xjdpgdwutx3jnfrh96ra56r4ct4ud5hkw",
  "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry",
].map((address) => ({ address, amountSats: sats(10_000n), feeLimitSats: sats(1_000n) }));
const outpoint = `${"ab".repeat(32)}:1`;
const now = instant("2026-11-23T12:00:00.000000Z");

it("are the same by what was signed, by the status and by the statement, whichever addresses are ours", () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  const ours = fc.subarray([0, 1, 2]);
  fc.assert(
    fc.property(order, ours, fc.bigInt(0n, 3_000n), fc.boolean(), (all, own, fee, hasChange) => {
      const places = hasChange ? all : all.filter((one) => one < 3);
      const valueSats = hasChange ? 90_000n : 30_000n + fee;
      const pays = places.map(
        (one) => [payees[one]?.address ?? change, one < 3 ? 10_000n : 60_000n - fee] as const,
      );
      const changeAt = places.indexOf(3);
      const coins = [{ lockId: "own", outpoint, valueSats }];
      const raw = signed({ spends: [outpoint], pays });
      const judged = judgeBatch(raw, { coins, changeAt }, { payees, mustSpend: [] });
      if (judged.kind !== "signed") throw new Error("Everybody may bear a thousand");

      const { txid, paid } = judged;
      const known = {
        ...hastened.payout,
        tx_hash: txid,
        total_fees: `${fee}`,
        label: labelOfBatch(txid, changeAt < 0 ? null : changeAt),
        output_details: pays.map(([, amount], at) => {
          const isOurs = at === changeAt || own.includes(places[at] ?? 3);
          return { output_index: `${at}`, amount: `${amount}`, is_our_address: isOurs };
        }),
      };
      const said = readTransaction(
        { kind: "answer", json: known },
        { txid, confirmations: 1, now },
      );
      if (said.kind !== "deep") throw new Error("It is in a block");
      for (const { output, feeSats } of paid) {
        expect(shareOf(said.settled, said.paidAt, output)).toMatchObject({ feeSats });
      }
      const page = readTransactions({ kind: "answer", json: { transactions: [known] } }, "out", {
        offset: "0",
        pageMax: 200,
      });
      const inOrder = paid.toSorted((one, other) => one.output - other.output);
      const lines = inOrder.map(({ output, feeSats }) => ({
        key: `${txid}:${output}`,
        fee: feeSats,
      }));
      expect(page).toMatchObject({ lines });
    }),
  );
});
