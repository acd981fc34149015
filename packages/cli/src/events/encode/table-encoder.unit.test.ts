import type { PublishedFact } from "@sanu/platform";
import { afterEach, describe, expect, it } from "vitest";
import { columnsOfType } from "./columns.ts";
import { parquetPart } from "./parquet.ts";
import { type ParquetTable, parquetFile } from "./parquet-file.ts";
import { startTableEncoder, type TableEncoder } from "./table-encoder.ts";

const settled = "sanu.payouts.PayoutSettled.v1";

function factOf(sequence: number, payload: object, id = `id-${sequence}`): PublishedFact {
  return {
    sequence,
    id,
    type: settled,
    aggregateId: "one",
    time: "2026-11-21T07:02:01.000001Z",
    position: `1.7.${sequence}`,
    correlationId: "order",
    causationId: "order",
    traceparent: "",
    data: Buffer.from(JSON.stringify(payload)),
  };
}

/** A table with nulls in every kind of column, as new each time: an encoder keeps what it is given. */
function tableOf(rows: number, id?: string): ParquetTable {
  const about = { type: settled, compression: "zstd", payload: columnsOfType(settled) } as const;
  const part = parquetPart("PAYOUTS", about);
  for (let row = 0; row < rows; row += 1) {
    const sent = row % 3 === 0 ? {} : { sent: { currency: "XOF", amountXof: `${row}` } };
    part.add(factOf(row + 1, { payoutId: row % 2 === 0 ? `payout-${row}` : null, ...sent }, id));
  }
  return part.content();
}

describe("an encoder of tables", () => {
  const started: TableEncoder[] = [];
  const start = () => {
    const encoder = startTableEncoder();
    started.push(encoder);
    return encoder;
  };
  afterEach(async () => {
    for (const encoder of started.splice(0)) await encoder.close();
  });

  it("makes the bytes that its own thread would make, table by table", async () => {
    const { encode } = start();
    const sizes = [1, 700, 5];
    const files = await Promise.all(sizes.map((rows) => encode(tableOf(rows))));

    for (const [index, rows] of sizes.entries()) {
      expect(Buffer.from(files[index] ?? [])).toEqual(Buffer.from(parquetFile(tableOf(rows))));
    }
  });

  it("keeps letters that take more than a byte", async () => {
    const file = await start().encode(tableOf(3, "é-1"));
    expect(Buffer.from(file)).toEqual(Buffer.from(parquetFile(tableOf(3, "é-1"))));
    expect(Buffer.from(file)).not.toEqual(Buffer.from(parquetFile(tableOf(3, "e-1"))));
  });

  it("says what is wrong with a table, and makes the next one", async () => {
    const { encode } = start();
    const broken = encode({ ...tableOf(2), values: [] });
    const next = encode(tableOf(2));

    await expect(broken).rejects.toThrow("The column sequence has no values");
    expect(Buffer.from(await next)).toEqual(Buffer.from(parquetFile(tableOf(2))));
  });

  it("fails what it had not made when it was closed, and what comes later", async () => {
    const encoder = start();
    const [late] = await Promise.allSettled([encoder.encode(tableOf(20_000)), encoder.close()]);
    expect(String(late.status === "rejected" && late.reason)).toContain("has ended");
    await expect(encoder.encode(tableOf(1))).rejects.toThrow("has ended");
  });
});
