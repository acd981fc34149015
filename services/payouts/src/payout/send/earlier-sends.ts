import type { SendStatus } from "@sanu/rails";
import type { SendDeps } from "./deps.ts";
import { type EarlierSend, isSigned } from "./replacement.ts";

/**
 * Whether nothing that earlier attempts sent over Lightning can still arrive: an invoice that failed can be paid by a call
 * that was held up on its way. What was signed is made worthless instead.
 */
export async function areOver(
  { rails }: Pick<SendDeps, "rails">,
  earlier: readonly EarlierSend[],
): Promise<boolean> {
  const paid = earlier.filter(({ naturalKey }) => !isSigned(naturalKey));
  const isOneOver = async ({ naturalKey, provider }: EarlierSend) => {
    // Of one whose node is not served any more nobody knows.
    const asked = rails.find((one) => one.provider === provider);
    return asked !== undefined && isOver(await asked.status(naturalKey, null));
  };
  return (await Promise.all(paid.map(isOneOver))).every(Boolean);
}

function isOver({ kind }: SendStatus): boolean {
  return kind === "failed" || kind === "not-found";
}
