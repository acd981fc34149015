import type { CreateTransaction, RefusalCode, RequestData } from "@sanu/contracts";
import { unreachable } from "@sanu/kernel";
import { type HandlerRefusal, refuse } from "@sanu/platform";
import { allowanceConstraints } from "../guards/allowance.ts";
import { failureConstraint } from "../guards/failed-payouts.ts";
import { isFloatConstraint } from "../guards/float-statements.ts";
import { promptConstraint } from "../guards/number-prompts.ts";
import { findOpenMax, orderingKeyConstraints } from "../guards/ordering-keys.ts";
import { receiverUseConstraint } from "../guards/receiver-use.ts";
import { suspensionConstraints } from "../guards/suspensions.ts";
import { closingConstraints } from "../personal-data/closed-account.ts";
import { quoteUseConstraints } from "../rates/quote-statements.ts";
import { isCreateRefusal } from "../transaction/refusals.ts";
import type { CommitResult } from "./commit-order.ts";
import type { OrderDeps } from "./deps.ts";

/** An order that is refused, by its problem. */
export type RefusedOrder = HandlerRefusal<RefusalCode<typeof CreateTransaction>>;

type Request = Pick<RequestData<typeof CreateTransaction>, "keyId">;

/** `undefined` where the order stands: placed now, or by the same command before. */
export async function refusalOf(
  deps: OrderDeps,
  request: Request,
  result: CommitResult,
): Promise<RefusedOrder | undefined> {
  switch (result.kind) {
    case "accepted":
    case "nothing-new":
      return undefined;
    case "constraint":
      return result.constraint === allowanceConstraints.openTransactions
        ? refuse("too-many-open-transactions", { openMax: `${await openMaxOf(deps, request)}` })
        : refusalOfGuard(result.constraint);
    case "refused": {
      const { code, params } = result.refusal;
      if (!isCreateRefusal(code)) throw new Error(`An order cannot be refused with ${code}`);
      if (code === "rate-unavailable" && deps.prices.findTrusted() !== undefined) {
        deps.logger.warn({}, "an order is outside of the bands");
      }
      return refuse(code, params);
    }
    default:
      return unreachable(result);
  }
}

async function openMaxOf({ database, openMax }: OrderDeps, { keyId }: Request): Promise<number> {
  return keyId === null ? openMax : ((await findOpenMax(database, keyId)) ?? 0);
}

function refusalOfGuard(constraint: string): RefusedOrder {
  if (isFloatConstraint(constraint)) return refuse("liquidity-unavailable");
  switch (constraint) {
    case allowanceConstraints.monthlyLimit:
      return refuse("limit-exceeded");
    case allowanceConstraints.limitKnown:
    case orderingKeyConstraints.known:
      return refuse("service-unavailable");
    case orderingKeyConstraints.live:
      return refuse("forbidden");
    case closingConstraints.orders:
      return refuse("account-deactivated");
    case suspensionConstraints.orders:
      return refuse("account-suspended");
    case failureConstraint:
      return refuse("too-many-failures");
    case promptConstraint:
      return refuse("number-cooling-down");
    case quoteUseConstraints.used:
      return refuse("quote-already-used");
    case quoteUseConstraints.expired:
      return refuse("quote-expired");
    case receiverUseConstraint:
      return refuse("receiver-already-used");
    default:
      throw new Error(`The order broke the constraint ${constraint}`);
  }
}
