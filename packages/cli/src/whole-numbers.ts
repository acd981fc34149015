import { InvalidArgumentError } from "commander";

/** Safe as a number of JavaScript. */
const digitsMax = 15;
const wholeShape = new RegExp(String.raw`^\d{1,${digitsMax}}$`);

/** Reads an option that takes a whole number, in decimal digits and nothing else: `0x3`, `1e3` and nothing at all are none. */
export function wholeFrom(min: number, max = 10 ** digitsMax - 1): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (wholeShape.test(text) && number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It is no whole number from ${min} to ${max}.`);
  };
}
