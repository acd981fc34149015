import { randomUUID } from "node:crypto";
import { type ApiResponse, eventually, type ReadyStaff, readyStaff } from "@sanu/testing";
import type { FaultSystem } from "./system.ts";

/** What late answers may say to who decides: the case is closed, or decided, or its proposal is another one. */
const overtaken = ["case-closed", "case-decided", "proposal-not-open"];

const evidence = "the provider's desk, on the phone";

interface ShownCase {
  readonly id: string;
  readonly kind: string;
  readonly amount_xof: string | null;
  readonly amount_satoshi: string | null;
}

/** Two admins who decide about unknown outcomes, and about amounts, over the public API. */
export interface Staff {
  /** The open case about an unknown leg of a transaction; waits for it. */
  readonly caseOf: (transactionId: string) => Promise<ShownCase>;
  /** Returns the proposal's id; `undefined` where the case is over. */
  readonly propose: (
    about: ShownCase,
    verdict: "arrived" | "never",
    reference: string,
  ) => Promise<string | undefined>;
  /** The open case about a receipt of a transaction that its provider shows as another amount; `undefined` where there is none. */
  readonly amountCaseOf: (transactionId: string) => Promise<ShownCase | undefined>;
  /** That it came as the amount that the case shows. Returns the proposal's id; `undefined` where the case is over. */
  readonly proposeOtherAmount: (about: ShownCase) => Promise<string | undefined>;
  readonly withdraw: (about: ShownCase, proposal: string | undefined) => Promise<void>;
  readonly approve: (about: ShownCase, proposal: string | undefined) => Promise<void>;
}

export async function hireTwo(system: FaultSystem): Promise<Staff> {
  const { api } = system;
  const [ama, kofi] = [await makeAdmin(system), await makeAdmin(system)];
  const act = async (
    who: ReadyStaff,
    path: string,
    body: object,
  ): Promise<ApiResponse | undefined> => {
    const { token, stepUp } = who;
    const response = await api.call("POST", `/api/v1/monitoring/cases/${path}`, { token, body });
    if (response.status === 200) return response;
    const { code } = response.json<{ code: string }>();
    if (code === "step-up-required") {
      await stepUp();
      return act(who, path, body);
    }
    if (!overtaken.includes(code)) throw new Error(`${path}: ${response.status} ${response.text}`);
    return undefined;
  };
  const openCase = async (transactionId: string, kind: string) => {
    const path = `/api/v1/monitoring/cases?transaction=${transactionId}&kind=${kind}`;
    const response = await api.call("GET", path, { token: ama.token });
    return response.json<{ cases: readonly ShownCase[] }>().cases[0];
  };
  const proposed = async ({ id }: ShownCase, body: object) => {
    const response = await act(ama, `${id}/propose`, body);
    return response?.json<Proposed>().data.case.proposal?.id;
  };
  return {
    caseOf: (transactionId) =>
      eventually("the staff is asked", () => openCase(transactionId, "outcome-unknown")),
    amountCaseOf: (transactionId) => openCase(transactionId, "payment-amount-differs"),
    proposeOtherAmount: (about) => proposed(about, { verdict: "other-amount", evidence }),
    async propose(about, verdict, reference) {
      const { amount_xof: xof, amount_satoshi: sats } = about;
      const amount =
        xof === null ? { amount_satoshi: wholeOf(sats) } : { amount_xof: wholeOf(xof) };
      const arrived = verdict === "arrived" ? { provider_reference: reference, ...amount } : {};
      return proposed(about, { verdict, ...arrived, evidence });
    },
    async withdraw({ id }, proposal) {
      if (proposal !== undefined) await act(ama, `${id}/withdraw`, { proposal_id: proposal });
    },
    async approve({ id }, proposal) {
      if (proposal !== undefined) {
        const body = { proposal_id: proposal, reason: "read the same statement" };
        await act(kofi, `${id}/approve`, body);
      }
    },
  };
}

interface Proposed {
  readonly data: { readonly case: { readonly proposal: { readonly id: string } | null } };
}

function wholeOf(text: string | null): number {
  return Number.parseInt(text ?? "", 10);
}

async function makeAdmin({ api, makeAdmin: make }: FaultSystem): Promise<ReadyStaff> {
  const account = { email: `staff-${randomUUID()}@example.org`, password: "a long password" };
  await make(account);
  return readyStaff(api, account);
}
