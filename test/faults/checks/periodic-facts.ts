/** Facts that come by the clock and not by a deal; they go on while somebody looks, and may be younger than what was read. */
const names = ["FloatReported", "AccountBalanceStated"];

export function isPeriodic(text: string | null): boolean {
  return text !== null && names.some((name) => text.includes(`.${name}.v`));
}
