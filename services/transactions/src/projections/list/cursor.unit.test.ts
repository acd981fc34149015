import { instant, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import { cursorText, readCursor } from "./cursor.ts";

describe("the cursor of a list", () => {
  it("comes back as it went", () => {
    const cursor = { createdAt: instant("2026-11-21T10:00:00.123456Z"), transactionId: newId() };

    expect(cursorText(cursor)).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(readCursor(cursorText(cursor))).toEqual(cursor);
  });

  it.each(["", "x", "%00", Buffer.from("2026-11-21/1").toString("base64url"), "é".repeat(500)])(
    "is refused when it is none of ours: %s",
    (text) => {
      expect(readCursor(text)).toBeUndefined();
    },
  );
});
