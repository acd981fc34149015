import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@sanu/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gatheringLimits, openGatheredOutput } from "./gathered-output.ts";

describe("what a service logs", () => {
  let folder: string;
  let output: ReturnType<typeof openGatheredOutput>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "sanu-output-"));
    output = openGatheredOutput(join(folder, "log"));
    // It opens the file in another thread: behind a test that takes no time its folder would be gone.
    await once(output, "ready");
  });
  afterEach(() => {
    vi.useRealTimers();
    output.destroy();
    rmSync(folder, { recursive: true });
  });

  it("is written soon, several lines at once", async () => {
    output.write("one\n");
    output.write("two\n");
    await eventually("both are there", () => {
      return readFileSync(join(folder, "log"), "utf8") === "one\ntwo\n";
    });
  });

  it("wakes nobody while there is nothing", () => {
    vi.useFakeTimers();
    const flush = vi.spyOn(output, "flush");
    vi.advanceTimersByTime(60_000);
    expect(flush).not.toHaveBeenCalled();

    output.write("one\n");
    output.write("two\n");
    vi.advanceTimersByTime(gatheringLimits.flushMs);
    expect(flush).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(flush).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});
