import { createPublicKey, verify } from "node:crypto";
import { GetSigningKeys, LogIn, VerifyOtp } from "@sanu/contracts";
import { eventually } from "@sanu/testing";
import { afterAll, describe, expect, it } from "vitest";
import {
  activated,
  invalidCode,
  mailedCode,
  person,
  registered,
  startIdentity,
} from "../identity.fixture.ts";
import { makeSigningKeyPem, readSigningKey } from "./signing-key.ts";

const [oldPem, newPem] = [makeSigningKeyPem(), makeSigningKeyPem()];
const [oldKey, newKey] = [readSigningKey(oldPem), readSigningKey(newPem)];
const publicPem = (key: typeof oldKey) =>
  createPublicKey(key.privateKey).export({ type: "spki", format: "pem" }).toString();

const [oldPepper, newPepper] = ["old", "new"].map((name) => `${name} pepper ${"x".repeat(32)}`);

const identity = await startIdentity({ TOKEN_PRIVATE_KEY: oldPem, OTP_PEPPER: oldPepper ?? "" });
afterAll(() => identity.stop());

const publishedKeys = async () => {
  const result = await identity.request(GetSigningKeys, {});
  return result.kind === "replied" ? result.data.keys : [];
};

/** Identity answers as soon as NATS has heard that it does. */
const isThere = () =>
  eventually("identity answers", async () => (await publishedKeys()).length > 0);

/** Runs with other settings instead of the ones before, as after a restart. */
async function restartWith(env: Readonly<Record<string, string>>): Promise<() => Promise<unknown>> {
  await identity.service.stop();
  const replica = await identity.startReplica(env);
  await isThere();
  return () => replica.stop();
}

/** Tries deploy/runbooks/rotate-secrets.md. */
describe("a change of the token key", () => {
  it("goes through a time in which both verify, and no token is refused on the way", async () => {
    const who = person();
    await activated(identity, who);
    const tokenOf = async () => {
      const result = await identity.request(LogIn, { email: who.email, password: who.password });
      if (result.kind !== "replied") throw new Error("refused");
      return result.data.token;
    };
    const isVerified = async (token: string) => {
      const [header = "", claims = "", signature = ""] = token.split(".");
      const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
      const jwk = (await publishedKeys()).find((key) => key["kid"] === kid);
      if (jwk === undefined) return false;
      const key = createPublicKey({ key: jwk, format: "jwk" });
      const signed = Buffer.from(`${header}.${claims}`);
      return verify(null, signed, key, Buffer.from(signature, "base64url"));
    };
    const first = await tokenOf();
    expect((await publishedKeys()).map((key) => key["kid"])).toEqual([oldKey.keyId]);

    // The new key is published before anybody signs with it.
    let stop = await restartWith({ TOKEN_PRIVATE_KEY: oldPem, TOKEN_OTHER_KEY: publicPem(newKey) });
    const second = await tokenOf();
    expect(await Promise.all([first, second].map(isVerified))).toEqual([true, true]);
    await stop();

    stop = await restartWith({ TOKEN_PRIVATE_KEY: newPem, TOKEN_OTHER_KEY: publicPem(oldKey) });
    const third = await tokenOf();
    expect((await publishedKeys()).map((key) => key["kid"])).toEqual([newKey.keyId, oldKey.keyId]);
    expect(await Promise.all([first, second, third].map(isVerified))).toEqual([true, true, true]);
    await stop();

    stop = await restartWith({ TOKEN_PRIVATE_KEY: newPem });
    expect(await Promise.all([second, third].map(isVerified))).toEqual([false, true]);
    expect(JSON.stringify(await publishedKeys())).not.toContain('"d"');
    await stop();
  });
});

describe("a change of the pepper of codes", () => {
  it("loses no code that was mailed before, nor whose it was, as long as both are known", async () => {
    const source = { address: "203.0.113.9", device: "the browser that asked" };
    const [one, two] = [person({ source }), person({ source })];
    const old = await restartWith({ TOKEN_PRIVATE_KEY: newPem, OTP_PEPPER: oldPepper ?? "" });
    const ids = [await registered(identity, one), await registered(identity, two)];
    const codes: string[] = [];
    for (const id of ids) codes.push(await mailedCode(identity, id));
    await old();
    const prove = (place: 0 | 1) =>
      identity.request(VerifyOtp, {
        userId: ids[place] ?? null,
        email: null,
        code: codes[place] ?? "",
        source,
      });

    const onlyNew = { TOKEN_PRIVATE_KEY: newPem, OTP_PEPPER: newPepper ?? "" };
    const both = await restartWith({ ...onlyNew, OTP_OTHER_PEPPER: oldPepper ?? "" });
    expect(await prove(0)).toMatchObject({ kind: "replied" });
    await both();
    const later = await restartWith(onlyNew);
    expect(await prove(1)).toMatchObject(invalidCode);
    await later();
  });
});
