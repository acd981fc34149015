import type { SendStatus } from "@sanu/rails";
import type { SendDeps } from "./deps.ts";
import { type EarlierSend, isSigned } from "./replacement.ts";

/**
 * Whether nothing that earlier attempts sent over Lightning can still arrive: an invoice that failed can be paid by a call
 * that was held up on its way. What was signed is made worthless instead.
 */
export async function areOver(
  { rail, rails }: Pick<SendDeps, "rail" | "rails">,
  earlier: readonly EarlierSend[],
): Promise<boolean> {
  const paid = earlier.filter(({ naturalKey }) => !isSigned(naturalKey));
  const statuses = await Promise.all(
    paid.map(({ naturalKey, provider }) => {
      const asked = rails.find((one) => one.provider === provider) ?? rail;
      return asked.status(naturalKey, null);
    }),
  );
  return statuses.every(isOver);
}

function isOver({ kind }: SendStatus): boolean {
  return kind === "failed" || kind === "not-found";
}
