import { accepted, type Decision, nothingNew, refused } from "@sanu/kernel";
import type { ChangeOrderingKeys, OrderingKey } from "./commands.ts";
import type { AccountEvent } from "./events.ts";
import type { AccountRefusal } from "./refusals.ts";
import type { KnownAccount } from "./state.ts";

/** What a key allows may change until it ends, and never again behind that. */
export function decideOrderingKeys(
  { accountId, status, orderingKeys = {} }: KnownAccount,
  { keys, by, reasonId, at }: ChangeOrderingKeys,
): Decision<AccountEvent, AccountRefusal> {
  if (status === "pending") return refused("not-verified");
  const news = keys.filter((key) => !isSame(orderingKeys[key.keyId], key));
  const isOver = ({ keyId }: OrderingKey): boolean => {
    const known = orderingKeys[keyId];
    return known !== undefined && known.endsAt <= at;
  };
  if (news.some(isOver)) return refused("key-ended");
  const head = { type: "OrderingKeyChanged", v: 1, accountId } as const;
  const [first, ...others] = news.map(
    (key): AccountEvent => ({ ...head, ...key, by, reasonId, at }),
  );
  return first === undefined ? nothingNew() : accepted(first, ...others);
}

function isSame(known: OrderingKey | undefined, key: OrderingKey): boolean {
  return (
    known !== undefined &&
    known.openTransactionsMax === key.openTransactionsMax &&
    known.monthlyLimitXof === key.monthlyLimitXof &&
    known.endsAt === key.endsAt
  );
}
