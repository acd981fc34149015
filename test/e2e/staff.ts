import { composeAdmins } from "@sanu/identity";
import { newId } from "@sanu/kernel";
import { type ApiResponse, type ReadyStaff, readyStaff, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { expect } from "vitest";

/** Makes an administrator as an operator does, who logs in and proves a second factor; returns her token. */
export async function logInAsAdmin(world: World): Promise<string> {
  return (await hireAdmin(world)).token;
}

export async function hireAdmin(world: World): Promise<ReadyStaff> {
  const account = { email: `admin-${newId()}@example.org`, password: "a long password" };
  const admins = await composeAdmins(world.environment["IDENTITY_DATABASE_URL"] ?? "");
  const rest = { name: "Admin", country: "BJ", language: "fr", reason: "first" } as const;
  await admins.create({ ...account, ...rest });
  await admins.close();
  return readyStaff(world.api, account);
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

/** Two of the staff decide the one open case of a transaction; the first alone cannot. */
export async function decideCase(
  { api }: Pick<World, "api">,
  [first, second]: readonly [string, string],
  of: { readonly id: string; readonly said: object },
): Promise<void> {
  const path = "/api/v1/monitoring/cases";
  const found = await api.call("GET", `${path}?transaction=${of.id}`, { token: first });
  const [open] = found.json<{ cases: readonly { id: string }[] }>().cases;
  const act = (token: string, action: string, body: object) =>
    api.call("POST", `${path}/${open?.id}/${action}`, { token, body });
  const evidence = "looked at with the provider";
  const proposed = await act(first, "propose", { ...of.said, evidence });
  const { proposal } = proposed.json<{ data: { case: { proposal: { id: string } } } }>().data.case;
  const body = { proposal_id: proposal.id, reason: "read the same" };
  expect((await act(first, "approve", body)).json()).toMatchObject({ code: "own-proposal" });
  for (const _twice of [1, 2]) expect((await act(second, "approve", body)).status).toBe(200);
}

/** What is owed is given back outside our rails: not by the word of one alone. */
export async function giveBackByHand(
  world: World,
  staff: readonly [string, string],
  id: string,
): Promise<void> {
  const alone = await resolve(world, staff[0], { id, resolution: "returned" });
  expect([alone.status, alone.json()]).toMatchObject([400, { code: "two-people-needed" }]);
  const said = { verdict: "paid-by-hand", provider_reference: `hand-${id}` };
  await decideCase(world, staff, { id, said });
}

/** What is owed cannot be closed away: the staff orders its refund. */
export async function orderRefund(world: World, token: string, id: string): Promise<void> {
  const closed = await resolve(world, token, { id, resolution: "close" });
  expect([closed.status, closed.json()]).toMatchObject([400, { code: "money-is-owed" }]);
  expect((await resolve(world, token, { id, resolution: "refund" })).status).toBe(200);
}

/** One of the staff proposes, and another one approves: the first alone moves nothing. */
export async function decideByTwo(
  { api }: Pick<World, "api">,
  [first, second]: readonly [string, string],
  change: {
    readonly method: "PUT" | "PATCH" | "POST";
    readonly path: string;
    readonly body: object;
  },
): Promise<void> {
  const { method, path } = change;
  const body = { reason: "a test", ...change.body };
  const proposed = await api.call(method, path, { token: first, body });
  expect([proposed.status, proposed.json()]).toMatchObject([202, { success: true }]);
  const { proposal } = proposed.json<{ data: { proposal: WaitingProposal } }>().data;
  await approveByOther(api, [first, second], proposal);
}

export interface WaitingProposal {
  readonly id: string;
  readonly content_sha256: string;
}

/** Who proposed cannot approve; another one can, and again is no news. */
export async function approveByOther(
  api: World["api"],
  [first, second]: readonly [string, string],
  proposal: WaitingProposal,
): Promise<void> {
  const approve = (token: string) =>
    api.call("POST", `/api/v1/approvals/${proposal.id}/approve`, {
      token,
      body: { content_sha256: proposal.content_sha256, reason: "read" },
    });
  expect((await approve(first)).json()).toMatchObject({ code: "own-proposal" });
  for (const _twice of [1, 2]) expect((await approve(second)).status).toBe(200);
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
