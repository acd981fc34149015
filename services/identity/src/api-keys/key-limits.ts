import {
  type ApiKeyChange,
  type ApiKeyLimits,
  apiKeyLimits,
  type FieldErrors,
  type FieldRule,
  type KeyScope,
  type OrderingTerms,
  placesOrders,
} from "@sanu/contracts";

/** What is wrong with what a new key allows: one that orders says how much, and another one nothing of it. */
export function brokenLimits(
  scopes: readonly KeyScope[],
  of: { readonly ordering: OrderingTerms | null; readonly requestsPerMinute: number },
): FieldErrors {
  const orders = placesOrders(scopes);
  const isSaid = of.ordering !== null;
  return {
    ...(orders && !isSaid && ofOrdering("required")),
    ...(!orders && isSaid && ofOrdering("no-orders")),
    ...brokenPace(orders, of.requestsPerMinute),
  };
}

/** What is wrong with other limits of a key as it stands. */
export function brokenChange(standing: ApiKeyLimits, to: ApiKeyChange): FieldErrors {
  const orders = standing.open_transactions_max !== null;
  const names = (["open_transactions_max", "monthly_limit"] as const).filter(
    (name) => to[name] !== undefined && !orders,
  );
  const ofOrders = Object.fromEntries(names.map((name) => [name, ["no-orders"] as FieldRule[]]));
  return { ...ofOrders, ...brokenPace(orders, to.requests_per_minute ?? 1) };
}

/** Whether any of them is higher than it stands: that takes two people. */
export function raises(standing: ApiKeyLimits, to: ApiKeyLimits): boolean {
  return (
    to.requests_per_minute > standing.requests_per_minute ||
    (to.open_transactions_max ?? 0) > (standing.open_transactions_max ?? 0) ||
    (to.monthly_limit ?? 0) > (standing.monthly_limit ?? 0)
  );
}

export function limitsOf(key: ApiKeyLimits): ApiKeyLimits {
  const { requests_per_minute, open_transactions_max, monthly_limit } = key;
  return { requests_per_minute, open_transactions_max, monthly_limit };
}

/** Of each limit the lower one: what a key may have that takes another one's place. */
export function lowerOf(one: ApiKeyLimits, other: ApiKeyLimits): ApiKeyLimits {
  return {
    requests_per_minute: Math.min(one.requests_per_minute, other.requests_per_minute),
    open_transactions_max: lower(one.open_transactions_max, other.open_transactions_max),
    monthly_limit: lower(one.monthly_limit, other.monthly_limit),
  };
}

function lower(one: number | null, other: number | null): number | null {
  return one === null || other === null ? one : Math.min(one, other);
}

function ofOrdering(rule: FieldRule): FieldErrors {
  return { open_transactions_max: [rule], monthly_limit: [rule] };
}

/** A key that only looks has no use for the pace of one that orders for many people. */
function brokenPace(orders: boolean, perMinute: number): FieldErrors {
  const isTooMany = !orders && perMinute > apiKeyLimits.requestsPerMinuteMax;
  return isTooMany ? { requests_per_minute: ["no-orders"] } : {};
}
