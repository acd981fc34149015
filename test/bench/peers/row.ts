import { compare, perSecond, warmedLonger } from "../measure.ts";
import { purchasing } from "../purchases/purchasing.ts";
import type { SystemBench } from "../report/bench.ts";
import { type Row, ratioRow } from "../report/row.ts";
import { startPeerLedger, versionOf } from "./peer-ledger.ts";
import { postingsOfPurchase } from "./postings.ts";

const concurrency = 32;

/**
 * Our whole purchases per second, books among what they write, through how many of them a ledger that people would
 * pick can post, each as one transaction. Nothing is measured where its program is not given or does not run.
 */
export async function ledgerPeerRow(bench: SystemBench): Promise<readonly Row[]> {
  const { ledgerProgram: program = "" } = bench;
  const version = program === "" ? undefined : versionOf(program);
  if (version === undefined) {
    console.error("ledger-peer is left out: --ledger-program= names no ledger of Formance's");
    return [];
  }
  const postings = await postingsOfPurchase(bench);
  const ledger = await startPeerLedger(bench.servers, program);
  try {
    const posting = {
      name: "peer",
      run: (durationMs: number) =>
        perSecond(() => ledger.post(postings), { durationMs, concurrency }),
    };
    const subject = purchasing("sanu", bench.system);
    const comparison = await compare(posting, subject, warmedLonger(bench.plan));
    const notes = { Formance: version, "postings of a purchase": postings.length };
    return [ratioRow("ledger-peer", "purchases/s", comparison, notes)];
  } finally {
    await ledger.stop();
  }
}
