export interface AdaptiveThrottleLimits {
  /** How fast the past stops to count. */
  readonly memoryMs: number;
  /** How many times what the service serves is still sent to it, so that it can choose and its recovery is seen. */
  readonly sentPerServed: number;
  /** Below so many answers nothing is concluded. */
  readonly answersMin: number;
}

/**
 * Refuses here what a service that has too much to do would refuse, in proportion: no request is then spent on it (Google,
 * "Site Reliability Engineering", chapter 21, client-side throttling). Times are of a clock that does not jump.
 */
export function createAdaptiveThrottle(limits: AdaptiveThrottleLimits, random = Math.random) {
  let [served, refused, at] = [0, 0, 0];
  const fadeTo = (nowMs: number) => {
    const share = Math.exp((at - nowMs) / limits.memoryMs);
    [served, refused, at] = [served * share, refused * share, nowMs];
  };
  const answered = (nowMs: number, wasRefused: boolean) => {
    fadeTo(nowMs);
    if (wasRefused) refused += 1;
    else served += 1;
  };
  return {
    answered,
    /** Whether a request is refused here. That counts as an answer. */
    sheds(nowMs: number): boolean {
      fadeTo(nowMs);
      const answers = served + refused;
      if (answers < limits.answersMin) return false;
      const surplus = (answers - limits.sentPerServed * served) / (answers + 1);
      const isShed = random() < surplus;
      if (isShed) answered(nowMs, true);
      return isShed;
    },
  };
}

export type AdaptiveThrottle = ReturnType<typeof createAdaptiveThrottle>;
