import { composeAdmins } from "@sanu/identity";
import { newId } from "@sanu/kernel";
import type { ApiResponse, World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";

/** Makes an administrator as an operator does, logs in as her, and returns her token. */
export async function logInAsAdmin(world: World): Promise<string> {
  const account = { email: `admin-${newId()}@example.org`, password: "a long password" };
  const admins = await composeAdmins(world.environment["IDENTITY_DATABASE_URL"] ?? "");
  const rest = { name: "Admin", country: "BJ", language: "fr", reason: "first" } as const;
  await admins.create({ ...account, ...rest });
  await admins.close();
  const response = await world.api.call("POST", "/api/v1/auth/login", { body: account });
  return response.json<{ data: { token: string } }>().data.token;
}

/** Somebody of the staff ends a review. */
export function resolve(
  { api }: Pick<World, "api">,
  token: string,
  of: { readonly id: string; readonly resolution: "close" | "refund" | "returned" },
): Promise<ApiResponse> {
  const { id, resolution } = of;
  const body = { resolution, reason: "looked at with the provider" };
  return api.call("POST", `/api/v1/monitoring/transactions/${id}/resolve`, { token, body });
}

/** What is owed cannot be closed away: the staff orders its refund. */
export async function orderRefund(world: World, token: string, id: string): Promise<void> {
  const closed = await resolve(world, token, { id, resolution: "close" });
  expect([closed.status, closed.json()]).toMatchObject([400, { code: "money-is-owed" }]);
  expect((await resolve(world, token, { id, resolution: "refund" })).status).toBe(200);
}

/** Whether the staff sees that somebody has to look at a transaction. */
export async function isInReview({ databases }: World, id: string): Promise<boolean> {
  const [row] = await databases.transactions.query<{ is_in_review: boolean }>(
    CompiledQuery.raw("select is_in_review from transaction_detail where transaction_id = $1", [
      id,
    ]),
  );
  return row?.is_in_review ?? false;
}
