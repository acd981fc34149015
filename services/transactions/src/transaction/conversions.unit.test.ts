import { satsBoughtFor, satsSoldFor, xof, xofPerBtc } from "@sanu/kernel";
import { isLongRun, randomFrom, testSeed } from "@sanu/testing";
import { expect, it } from "vitest";

const conversions = isLongRun() ? 1_000_000 : 100_000;
const satsPerBtc = 100_000_000n;

it("many conversions keep every franc: the exchange is never a satoshi short, and never keeps a whole one", () => {
  const seed = testSeed();
  const random = randomFrom(seed);
  const upTo = (most: number) => BigInt(1 + Math.floor(random() * most));
  let wrong = 0;
  for (let count = 0; count < conversions; count += 1) {
    const [amount, rate] = [upTo(1_000_000), upTo(1_000_000_000)];
    const [bought, sold] = [
      satsBoughtFor(xof(amount), xofPerBtc(rate)),
      satsSoldFor(xof(amount), xofPerBtc(rate)),
    ];
    const paid = amount * satsPerBtc;
    const isBought = bought * rate <= paid && paid < (bought + 1n) * rate;
    const isSold = sold * rate >= paid && paid > (sold - 1n) * rate;
    if (!isBought || !isSold) wrong += 1;
  }
  expect([seed, wrong]).toEqual([seed, 0]);
});
