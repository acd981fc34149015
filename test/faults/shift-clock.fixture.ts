/** Loaded in front of a program, it makes the program's clock differ from the machine's by `SHIFT_CLOCK_MS`. */
const shiftMs = Number(process.env["SHIFT_CLOCK_MS"]);
const trueDate = Date;
const trueNow = Date.now;

globalThis.Date = new Proxy(trueDate, {
  construct: (target, given: []) =>
    given.length === 0 ? new target(trueNow() + shiftMs) : new target(...given),
  apply: () => new trueDate(trueNow() + shiftMs).toString(),
  get: (target, name) => (name === "now" ? () => trueNow() + shiftMs : Reflect.get(target, name)),
});
