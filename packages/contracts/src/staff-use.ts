import type { AccountRole } from "./identity/enums.ts";

/** The roles of which one is enough, for each group of the staff. */
export const staffRoles = {
  staff: ["service_client", "admin"],
  admins: ["admin"],
} as const satisfies Readonly<Record<string, readonly AccountRole[]>>;

export type StaffAccess = keyof typeof staffRoles;

/** `own`: her own second factors. `look` reads, `act` changes, `money` changes what moves or prices money, or who may. */
export const staffActKinds = ["own", "look", "act", "money"] as const;
export type StaffActKind = (typeof staffActKinds)[number];

/** Who of the staff may send a request, and what it does. */
export interface StaffUse {
  readonly access: StaffAccess;
  readonly act: StaffActKind;
}

/** The fields in which a request names who sends it. */
const staffAuthorFields = ["by", "resolvedBy"] as const;

/** What of her own somebody changes, she changes in the session that she has shown. */
export function isOfSession({ act }: StaffUse, body: unknown, sessionId: string | undefined) {
  if (act !== "own") return true;
  const named = typeof body === "object" && body !== null && "sessionId" in body;
  return named && sessionId !== undefined && body.sessionId === sessionId;
}

/** Whom a request names as who sends it; an assertion has to be about the same account. */
export function authorsIn({ act }: StaffUse, body: unknown): readonly unknown[] {
  const fields: readonly string[] = act === "own" ? ["accountId"] : staffAuthorFields;
  const entries = Object.entries<unknown>(typeof body === "object" ? { ...body } : {});
  return entries.filter(([field]) => fields.includes(field)).map(([, author]) => author);
}

export const staffLook: StaffUse = { access: "staff", act: "look" };
export const staffOwn: StaffUse = { access: "staff", act: "own" };
export const adminMoney: StaffUse = { access: "admins", act: "money" };
