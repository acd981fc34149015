/** Of what its provider never named it cannot be asked: that it refused it stands. */
const NEVER_NAMED = "never-named";

/**
 * Whether money can still arrive, or has, by what its provider says of attempts that it had refused. Who does not answer now may have it:
 * he is asked again.
 */
export function mayOneArrive(
  said: readonly { readonly kind: string; readonly cause?: string }[],
): boolean {
  return said.some(({ kind, cause }) => {
    if (kind === "unknown") return cause !== NEVER_NAMED;
    return kind === "pending" || kind === "settled";
  });
}
