/** Whether money can still arrive, or has, by what its provider says of attempts that it had refused. */
export function mayOneArrive(said: readonly { readonly kind: string }[]): boolean {
  return said.some(({ kind }) => kind === "pending" || kind === "settled");
}
