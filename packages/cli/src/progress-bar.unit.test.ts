import { expect, it } from "vitest";
import { progressBar } from "./progress-bar.ts";

function bar(isTTY: boolean) {
  const written: string[] = [];
  let now = 0;
  const show = progressBar("list", { isTTY, write: (text) => written.push(text) }, () => now);
  const at = (ms: number, step: string, eventsRead: number) => {
    now = ms;
    show({ step, eventsRead, eventsTotal: 200 });
  };
  return { written, at };
}

it("moves on one line of a terminal, ten times a second at most", () => {
  const { written, at } = bar(true);
  at(1_000, "reading", 50);
  at(1_050, "reading", 60);
  at(2_000, "reading", 100);
  at(2_001, "done", 200);

  const [first, second, last] = written;
  expect(written).toHaveLength(3);
  expect(first).toBe(
    "\r\u001B[Klist [########----------------------] 25 % reading, 50 events, 50/s, 3 s left",
  );
  expect(second).toContain("50 % reading, 100 events, 50/s, 2 s left");
  expect(last).toMatch(/100 % done, 200 events, 100\/s\n$/);
});

it("counts what it is told to count", () => {
  const written: string[] = [];
  const show = progressBar("set", { write: (text) => written.push(text) }, () => 0);
  show({ step: "day 1", eventsRead: 3, eventsTotal: 60, unit: "orders" });
  expect(written.join("")).toContain("5 % day 1, 3 orders, 0/s");
});

it("writes a line for each step where nobody watches, and now and then between", () => {
  const { written, at } = bar(false);
  at(1_000, "reading", 50);
  at(2_000, "reading", 100);
  at(7_000, "reading", 150);
  at(7_001, "done", 200);

  expect(written.map((line) => line.replace(/.*% (\w+), (\d+).*\n/, "$1 $2"))).toEqual([
    "reading 50",
    "reading 150",
    "done 200",
  ]);
});
