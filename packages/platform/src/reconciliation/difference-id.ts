import { createHash } from "node:crypto";

/** The same difference has the same id in every run, so it is found once. Shaped as a UUIDv8. */
export function differenceIdOf(account: string, kind: string, matchId: string, copy = 0): string {
  const name = [account, kind, matchId, ...(copy === 0 ? [] : [copy])];
  const digest = createHash("sha256")
    .update(JSON.stringify(["sanu/difference", ...name]))
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex", 0, 16);
  const places = [0, 8, 12, 16, 20, 32];
  return places
    .slice(1)
    .map((end, index) => hex.slice(places[index], end))
    .join("-");
}
