/** How events name the attempt to which money came, and so its provider: not where it was the first. */
export function ofAttempt(attemptNumber: number): { readonly attemptNumber?: number } {
  return attemptNumber > 1 ? { attemptNumber } : {};
}
