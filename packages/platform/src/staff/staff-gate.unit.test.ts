import { ListUsers, SuspendUser } from "@sanu/contracts";
import { type AccountId, newId } from "@sanu/kernel";
import { describe, expect, it } from "vitest";
import type { AuditedAct, Begun } from "../audit-log/audit-log.ts";
import type { SecurityEvent } from "../telemetry/security-trail.ts";
import type { Proof } from "./prove.ts";
import type { StaffDefinition, StaffRequest } from "./staff-act.ts";
import { createStaffGate } from "./staff-gate.ts";

const credential = { sessionId: newId<string>() };
const act = { accountId: newId() as AccountId, assertionId: newId(), credential };
const accountId = newId();
const body = { by: act.accountId, accountId, reason: "Awa Traoré asked for it" };
const asked = (definition: object = SuspendUser): StaffRequest => ({
  definition: definition as StaffDefinition,
  payload: Buffer.from(JSON.stringify(body)),
  body,
  assertion: "word",
  correlationId: "request-1",
});

function gateWith(
  proof: Proof,
  begun: Begun = { kind: "begun", position: 7n },
  end?: () => Promise<void>,
) {
  const events: SecurityEvent[] = [];
  const begins: AuditedAct[] = [];
  const ends: unknown[] = [];
  const errors: unknown[] = [];
  const gate = createStaffGate({
    prove: async () => proof,
    audit: {
      begin: async (entry) => {
        begins.push(entry);
        return begun;
      },
      end: end ?? (async (...ended) => void ends.push(ended)),
    },
    trail: (event) => void events.push(event),
    logger: { error: (fields: unknown) => void errors.push(fields) },
  });
  return { gate, events, begins, ends, errors };
}

describe("a request of the staff", () => {
  it("is written down before it is let in, with ids and a hash and nothing that was said", async () => {
    const { gate, begins, ends } = gateWith({ kind: "proven", act });
    const admission = await gate.admit(asked());

    expect(begins).toEqual([
      {
        operation: "identity.suspend-user",
        act: "money",
        via: "gateway",
        by: act.accountId,
        assertionId: act.assertionId,
        credential,
        subjects: { by: act.accountId, accountId },
        bodyHash: expect.stringMatching(/^[\w-]{43}$/),
        correlationId: "request-1",
      },
    ]);
    expect(JSON.stringify(begins)).not.toContain("Awa");
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    await admission.ended("replied", { user: { id: accountId } });
    expect(ends).toEqual([
      [{ kind: "begun", position: 7n }, "replied", { user: { id: accountId } }],
    ]);
  });

  it("is answered though its outcome cannot be written down, and somebody is told", async () => {
    const error = new Error("the database is gone");
    const { gate, errors } = gateWith({ kind: "proven", act }, undefined, () =>
      Promise.reject(error),
    );
    const admission = await gate.admit(asked());
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    await admission.ended("replied");
    expect(errors).toEqual([{ error, position: 7n }]);
  });

  it("leaves no hash of what somebody looked for, because that could be guessed", async () => {
    const { gate, begins } = gateWith({ kind: "proven", act });
    await gate.admit(asked(ListUsers));
    expect(begins).toMatchObject([{ act: "look", bodyHash: null }]);
  });

  it.each<[string, Proof, Begun | undefined, string[]]>([
    ["refused: nothing proves it", { kind: "unproven" }, undefined, ["staff-act-unproven"]],
    [
      "refused: its proof was used before",
      { kind: "proven", act },
      { kind: "used" },
      ["staff-act-unproven"],
    ],
    ["unavailable: nobody knows whether it is proven", { kind: "unavailable" }, undefined, []],
  ])("is %s", async (title, proof, begun, trailed) => {
    const { gate, events } = gateWith(proof, begun);
    expect(await gate.admit(asked())).toEqual({ kind: title.split(":")[0] });
    expect(events.map(({ event }) => event)).toEqual(trailed);
  });
});
