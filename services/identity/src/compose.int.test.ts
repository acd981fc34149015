import { AccountActivated, GetMe, LogIn, streamName } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import { activated, person, useIdentity } from "./identity.fixture.ts";

const identity = await useIdentity();

describe("identity as a service", () => {
  const jetstream = async (request: string, body: object): Promise<unknown> => {
    const { connection, namespace } = identity.gateway;
    const subject = `$JS.API.STREAM.${request}.${streamName(namespace, "identity")}`;
    return (await connection.request(subject, JSON.stringify(body))).json();
  };

  it("tells the other services of an activation, once and without the person", async () => {
    const who = person({ country: "TG" });
    const accountId = await activated(identity, who);
    const subject = `${identity.gateway.namespace}.${AccountActivated.type}`;
    const found = await eventually("the fact in the stream", async () => {
      const answer = (await jetstream("MSG.GET", { last_by_subj: subject })) as {
        message?: { data: string };
      };
      return answer.message;
    });
    const text = Buffer.from(found.data, "base64").toString();
    expect(AccountActivated.schema.parse(JSON.parse(text))).toEqual({
      accountId,
      country: "TG",
      kycTier: 0,
      activatedAt: identity.clock.now(),
    });
    const limitsOfTiers = 4;
    expect(await jetstream("INFO", {})).toMatchObject({ state: { messages: limitsOfTiers + 1 } });
  });

  it("is ready while it runs, and says what it needs", async () => {
    const answer = await fetch(`http://127.0.0.1:${identity.service.healthPort()}/readyz`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      status: "ready",
      checks: { database: "ok", nats: "ok", log: "ok" },
    });
  });

  it("refuses of a flood of logins what it cannot do in time, answers others meanwhile, and recovers", async () => {
    const who = person();
    const accountId = await activated(identity, who);
    const flood = Array.from({ length: 200 }, () => identity.request(LogIn, who));
    const meanwhile = await identity.request(GetMe, { accountId });
    expect(meanwhile.kind).toBe("replied");

    const results = await Promise.all(flood);
    const refused = results.filter((result) => result.kind === "refused");
    const done = results.filter((result) => result.kind === "replied");
    expect(done.length).toBeGreaterThan(0);
    expect(refused.length + done.length).toBe(results.length);
    for (const one of refused) expect(one.refusal).toEqual({ code: "service-unavailable" });
    expect((await identity.request(LogIn, who)).kind).toBe("replied");
  });

  it("stops cleanly while mails and requests come in", async () => {
    const replica = await identity.startReplica();
    const asked = Array.from({ length: 10 }, () => activated(identity, person()));
    expect(await replica.stop()).toBe(true);
    expect(new Set(await Promise.all(asked)).size).toBe(10);
  });
});
