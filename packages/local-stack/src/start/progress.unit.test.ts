import { expect, it } from "vitest";
import { showProgress } from "./progress.ts";

function screen(isTTY: boolean) {
  const written: string[] = [];
  let nowMs = 0;
  const progress = showProgress({ isTTY, write: (text) => written.push(text) }, () => nowMs);
  return { written, progress, pass: (ms: number) => (nowMs += ms) };
}

it("writes one line for each part when it ends, where lines cannot change", async () => {
  const { written, progress, pass } = screen(false);

  const result = await progress.during("Postgres", async () => pass(1_200));
  const failure = progress.during("NATS", () => Promise.reject(new Error("no port")));

  await expect(failure).rejects.toThrow("no port");
  expect(result).toBe(1_200);
  expect(written).toEqual(["  ✓ Postgres          1.2 s\n", "  ✗ NATS              0.0 s\n"]);
});

it("redraws all parts in place on a terminal", async () => {
  const { written, progress } = screen(true);

  await progress.during("Postgres", () => Promise.resolve());
  progress.close();

  expect(written[0]).toBe("\u001b[2K  … Postgres          0.0 s\n");
  expect(written[1]).toBe("\u001b[1A\u001b[2K  ✓ Postgres          0.0 s\n");
});
