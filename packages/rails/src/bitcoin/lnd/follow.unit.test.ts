import { describe, expect, it } from "vitest";
import { unknownBecause } from "../../ports/call-outcome.ts";
import type { InvoiceHint } from "../../ports/lightning-receive-rail.ts";
import type { LndAnswer } from "./answer.ts";
import type { LndClient } from "./client.ts";
import { followInvoices, readCursor, readMemory, writeCursor } from "./follow.ts";
import { answerOf, linesIn } from "./samples/read-samples.fixture.ts";

const settled = answerOf("c21-hodl-settled");
const hash = "a25c3e96e2844ed0298a8863a0b9115bab195b871ee00048d7c6ede94a8ad634";
const stated = (change: object): LndAnswer => {
  const json: unknown = settled.kind === "answer" ? settled.json : null;
  return { kind: "answer", json: Object.assign({}, json, change) };
};

/** The recorded lines have no hashes: each gets one of its own. */
const recorded = (id: string): readonly LndAnswer[] =>
  linesIn(id).map((line) =>
    line.kind === "answer" ? stated(line.json as object) : unknownBecause("no-response"),
  );

async function hintsOf(
  lines: readonly LndAnswer[],
  cursor: string | null,
  lookedUp: LndAnswer = stated({ settle_index: "5" }),
) {
  const asked: string[] = [];
  const client: LndClient = {
    async call({ path }) {
      asked.push(path);
      return path.includes("reversed") ? answerOf("d00-invoices-list") : lookedUp;
    },
    async *stream({ path }) {
      asked.push(path);
      yield* lines;
    },
    close: async () => undefined,
  };
  const hints: InvoiceHint[] = [];
  for await (const hint of followInvoices(client, cursor, new AbortController().signal)) {
    hints.push(hint);
  }
  return { hints, asked };
}

const cursorsOf = (hints: readonly InvoiceHint[]) =>
  hints.map((hint) => (hint.kind === "changed" ? hint.cursor : hint.kind));
/** Of the newest invoice in the recorded list. */
const newest = "259e15d331b2781a1d27a48c906ad600a0f53c3efc6ea50cd7d8d095668e7372";

const [first, second] = [`16:6:${hash}:${hash}`, `17:7:${hash}:${hash}`];

describe("following the invoices of a node", () => {
  it("begins where the node stands, and hints at what is settled; what is made only moves the cursor", async () => {
    const found = stated({ add_index: "15" });
    const { hints, asked } = await hintsOf(recorded("d01-subscribe-live"), null, found);
    expect(asked.slice(1)).toEqual([
      `/v1/invoice/${newest}`,
      "/v1/invoices/subscribe?add_index=15&settle_index=0",
    ]);
    const kinds = ["made", "made", "changed", "made", "changed", "made"];
    expect(hints.map(({ kind }) => kind)).toEqual(kinds);
    expect(hints[0]).toEqual({ kind: "made", cursor: `15:0::${newest}` });
    expect(hints[3]).toEqual({ kind: "made", cursor: `17:6:${hash}:${hash}` });
  });

  it.each([
    ["d02-subscribe-from-settle", [first, second]],
    ["d03-subscribe-from-add", [first, second]],
    // Both indexes together say everything twice, and the cursor never goes back.
    ["d04-subscribe-both", [first, second, second, second]],
    ["d05-subscribe-settle-0", []],
    ["d06-subscribe-future", []],
    ["f06-subscription-killed", []],
    ["f15-subscription-stopped", []],
  ])("goes on where it stopped: %s", async (id, cursors) => {
    const lines = id === "f15-subscription-stopped" ? [] : recorded(id);
    const { hints, asked } = await hintsOf(lines, `15:5:${hash}`);
    expect(asked).toEqual([
      `/v1/invoice/${hash}`,
      "/v1/invoices/subscribe?add_index=15&settle_index=5",
    ]);
    expect(cursorsOf(hints)).toEqual(cursors);
  });

  it("ends with a line that is none, and what came before it counts", async () => {
    const lines = [stated({ add_index: "16", settle_index: "6" }), stated({ add_index: "-1" })];
    expect(cursorsOf((await hintsOf(lines, `15:5:${hash}`)).hints)).toEqual([first]);
  });

  it("counts as settled only what is: of nothing else the node is asked later whether it has it", async () => {
    const lines = [stated({ state: "OPEN", add_index: "16", settle_index: "9" })];
    const { hints } = await hintsOf(lines, `15:5:${hash}`);
    expect(hints).toEqual([{ kind: "made", cursor: `16:5:${hash}:${hash}` }]);
  });

  it("knows nothing of what was lost by a word that nobody documented", async () => {
    for (const state of ["", "RESTING", "constructor"]) {
      expect((await hintsOf([], `15:5:${hash}`, stated({ state }))).hints).toEqual([]);
    }
  });

  it.each([
    ["does not know it any more", answerOf("b08-lookup-unknown"), ["restored"]],
    ["has it open again", stated({ state: "OPEN", settle_index: "0" }), ["restored"]],
    ["has it under another number", stated({ settle_index: "2" }), ["restored"]],
    ["does not answer", unknownBecause("no-response"), []],
    ["is locked", answerOf("f21c-lookup-locked"), []],
  ] as const)("asks first for what was settled last; where the node %s", async (_, found, ends) => {
    const { hints, asked } = await hintsOf(recorded("d01-subscribe-live"), `15:5:${hash}`, found);
    expect(cursorsOf(hints)).toEqual(ends);
    expect(asked).toEqual([`/v1/invoice/${hash}`]);
  });

  it.each([
    ["does not know it any more", answerOf("b08-lookup-unknown"), ["restored"]],
    ["has another one in its place", stated({ add_index: "15" }), ["restored"]],
    ["does not answer", unknownBecause("no-response"), []],
  ] as const)("asks for what was made last, too; where the node %s", async (_, found, ends) => {
    const { hints, asked } = await hintsOf([], `16:0::${hash}`, found);
    expect(cursorsOf(hints)).toEqual(ends);
    expect(asked).toEqual([`/v1/invoice/${hash}`]);
  });

  it("has a cursor that is read as it was written", () => {
    const cursor = { added: 16, settled: 6, hash, addedHash: newest };
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    const before = { added: 0, settled: 0, hash: "", addedHash: "" };
    expect(["0:0:", "0:0::"].map(readCursor)).toEqual([before, before]);
    for (const wrong of ["", "1:2", `1:2:${hash}0`, "a:b:", `1:2::${hash}0`]) {
      expect(readCursor(wrong)).toBeUndefined();
    }
    expect(readMemory(stated({ settle_index: "6" }), cursor)).toBe("lost");
    expect(readMemory(stated({ add_index: "16" }), cursor)).toBe("kept");
  });
});
