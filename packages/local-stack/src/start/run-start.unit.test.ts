import { expect, it } from "vitest";
import { runStart } from "./run-start.ts";

function terminal() {
  const texts = { out: "", screen: "" };
  return {
    texts,
    out: { write: (text: string) => (texts.out += text) },
    screen: { write: (text: string) => (texts.screen += text) },
    stopRequested: new Promise<void>(() => undefined),
  };
}

it("explains itself and starts nothing when asked for help", async () => {
  const shown = terminal();

  expect(await runStart(["--help"], shown)).toBe(0);
  expect(shown.texts.out).toContain("--fresh");
  expect(shown.texts.screen).toBe("");
});

it("starts nothing with a setting that is none, and says which one may have been meant", async () => {
  const shown = terminal();

  expect(await runStart(["--set", "GATEWAY_CORS_ORIGIN=*"], shown)).toBe(2);
  expect(shown.texts.screen).toContain("did you mean GATEWAY_CORS_ORIGINS?");
});

it("says what it did not understand, and ends with a code of its own", async () => {
  const shown = terminal();

  expect(await runStart(["--onse"], shown)).toBe(2);
  expect(shown.texts.screen).toContain("--onse");
});
