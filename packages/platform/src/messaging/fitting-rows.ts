import { jsonText } from "@sanu/contracts";
import { messagingLimits } from "./limits.ts";

/**
 * The first rows that a reply carries beside whatever else stands in it, at least one: rows are bounded each, and many of them may
 * be more than one message. Whoever shows pages says that more follow.
 */
export function fittingRows<Row>(
  rows: readonly Row[],
  bytesMax: number = messagingLimits.rowsBytesMax,
): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(jsonText(row)) + 1;
    return bytes > bytesMax;
  });
  return end === -1 ? [...rows] : rows.slice(0, Math.max(end, 1));
}
