import { afterEach, describe, expect, it } from "vitest";
import { invoicesOf } from "./altered-invoices.fixture.ts";
import { openAlteredLnd } from "./altered-lnd.fixture.ts";
import { paymentsOf } from "./altered-payments.fixture.ts";
import { openAlteredPhoenixd, questionsOf } from "./altered-phoenixd.fixture.ts";
import { hintsOf, signingOf, statementOf, walletOf } from "./altered-wallet.fixture.ts";
import { misreadingsOf } from "./misreadings.fixture.ts";
import { largest, otherStates } from "./odd-values.fixture.ts";

let close: (() => Promise<void>) | undefined;

afterEach(async () => {
  await close?.();
  close = undefined;
});

describe("an answer of lnd in which one value is odd", () => {
  it.each([
    ["a payment", paymentsOf],
    ["an invoice", invoicesOf],
    ["a transaction that it signs", signingOf],
    ["its wallet", walletOf],
    ["what moved", statementOf],
    ["what it says unasked", hintsOf],
  ])("about %s is read as it was or is unknown", async (_, questionsAbout) => {
    const altered = await openAlteredLnd();
    close = altered.close;
    const questions = questionsAbout(altered);
    expect(await misreadingsOf(altered, questions)).toEqual([]);
    expect(await misreadingsOf(altered, questions, largest)).toEqual([]);
  });
});

describe("a state of lnd that the rest of its answer contradicts", () => {
  it("ends no payment", async () => {
    const altered = await openAlteredLnd();
    close = altered.close;
    expect(await misreadingsOf(altered, paymentsOf(altered), otherStates)).toEqual([]);
  });

  it("says nothing of an invoice, but that one which nobody has paid is cancelled", async () => {
    const altered = await openAlteredLnd();
    close = altered.close;
    expect(await misreadingsOf(altered, invoicesOf(altered), otherStates)).toEqual([
      "an invoice that nobody paid: state is called CANCELED: cancelled",
    ]);
  });
});

it("an answer of phoenixd in which one value is odd is read as it was or is unknown", async () => {
  const altered = await openAlteredPhoenixd();
  close = altered.close;
  expect(await misreadingsOf(altered, questionsOf(altered))).toEqual([]);
});
