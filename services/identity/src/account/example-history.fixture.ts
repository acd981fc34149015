import { type AccountId, instant, newId } from "@sanu/kernel";
import type { AccountEvent } from "./events.ts";

export const accountId: AccountId = newId();
export const at = instant("2026-11-21T10:00:00.000000Z");
export const later = instant("2026-11-21T10:05:00.000000Z");
export const head = { v: 1, accountId } as const;

export const registered: AccountEvent = {
  type: "AccountRegistered",
  ...head,
  country: "CI",
  registeredAt: at,
};

export const activated: AccountEvent = {
  type: "AccountActivated",
  ...head,
  country: "CI",
  kycTier: 0,
  activatedAt: later,
};
