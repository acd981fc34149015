import { newId } from "@sanu/kernel";
import { type Ceremony, createSoftwareAuthenticator } from "@sanu/testing";
import { describe, expect, it } from "vitest";
import type { StoredFactor } from "./load-factors.ts";
import {
  creationOptions,
  newChallenge,
  requestOptions,
  verifyNewPasskey,
  verifyPasskey,
} from "./passkeys.ts";
import { mistakeInOrigins, relyingPartyOf } from "./relying-party.ts";

const party = { id: "sanu.example", origins: ["https://api.sanu.example"] };
const ceremony = (challenge: string, changes: Partial<Ceremony> = {}): Ceremony => ({
  rpId: party.id,
  origin: "https://api.sanu.example",
  challenge,
  ...changes,
});

/** What somebody else, elsewhere or at another time would show. */
const lies: readonly (readonly [string, Partial<Ceremony>])[] = [
  ["another site", { origin: "https://sanu.example.evil" }],
  ["another relying party", { rpId: "evil.example" }],
  ["another challenge", { challenge: newChallenge() }],
  ["a device that did not verify the person", { isUserVerified: false }],
];

async function made() {
  const authenticator = createSoftwareAuthenticator();
  const challenge = newChallenge();
  const credential = authenticator.create(ceremony(challenge));
  const passkey = await verifyNewPasskey({ party, challenge }, credential);
  if (passkey === undefined) throw new Error("the passkey was refused");
  const stored: StoredFactor = {
    factorId: newId(),
    kind: "passkey",
    secretSealed: null,
    lastStep: null,
    credentialId: passkey.credentialId,
    publicKey: passkey.publicKey,
    signCount: BigInt(passkey.signCount),
    createdAt: "2026-11-21T10:00:00.000000Z" as StoredFactor["createdAt"],
    confirmedBy: newId(),
    lastUsedAt: null,
  };
  return { authenticator, stored };
}

describe("a passkey", () => {
  it("is made by an authenticator that signs our challenge, and proves her by another one", async () => {
    const { authenticator, stored } = await made();
    expect(stored.credentialId).toBe(authenticator.id);
    const challenge = newChallenge();
    const signed = authenticator.get(ceremony(challenge));
    expect(await verifyPasskey({ party, challenge }, signed, stored)).toBe(1);
  });

  it.each(lies)("is not made for %s", async (_what, changes) => {
    const challenge = newChallenge();
    const credential = createSoftwareAuthenticator().create(ceremony(challenge, changes));
    expect(await verifyNewPasskey({ party, challenge }, credential)).toBeUndefined();
  });

  it.each(lies)("proves nothing to %s", async (_what, changes) => {
    const { authenticator, stored } = await made();
    const challenge = newChallenge();
    const signed = authenticator.get(ceremony(challenge, changes));
    expect(await verifyPasskey({ party, challenge }, signed, stored)).toBeUndefined();
  });

  it("is not another one of the same name, nor a copy that counts backwards", async () => {
    const [mine, other] = [await made(), await made()];
    const challenge = newChallenge();
    const foreign = other.authenticator.get(ceremony(challenge));
    expect(await verifyPasskey({ party, challenge }, foreign, mine.stored)).toBeUndefined();
    const signed = mine.authenticator.get(ceremony(challenge));
    const ahead = { ...mine.stored, signCount: 5n };
    expect(await verifyPasskey({ party, challenge }, signed, ahead)).toBeUndefined();
  });

  it("is asked for by challenges of 256 random bits, with the person verified", () => {
    const challenge = newChallenge();
    expect(Buffer.from(challenge, "base64url")).toHaveLength(32);
    const of = { accountId: newId<"AccountId">(), email: "ama@example.org", known: ["AA"] };
    expect(creationOptions({ party, challenge }, of)).toMatchObject({
      rp: { id: party.id },
      challenge,
      excludeCredentials: [{ id: "AA" }],
      authenticatorSelection: { userVerification: "required" },
      attestation: "none",
    });
    expect(requestOptions({ party, challenge }, ["AA"])).toMatchObject({
      rpId: party.id,
      allowCredentials: [{ id: "AA" }],
      userVerification: "required",
    });
  });
});

describe("the relying party", () => {
  const publicUrl = "https://api.sanu.example";

  it("is the host of the public address, or what is set", () => {
    const none = { publicUrl, id: undefined, origins: undefined };
    expect(relyingPartyOf(none)).toEqual({ id: "api.sanu.example", origins: [publicUrl] });
    const origins = `${publicUrl}, https://staff.sanu.example`;
    const set = relyingPartyOf({ publicUrl, id: "sanu.example", origins });
    expect(set.origins).toEqual([publicUrl, "https://staff.sanu.example"]);
    expect(mistakeInOrigins(set)).toBeUndefined();
    expect(
      mistakeInOrigins({ id: "localhost", origins: ["http://localhost:8443"] }),
    ).toBeUndefined();
  });

  it.each([
    "https://evil.example",
    "https://notsanu.example",
    "http://api.sanu.example",
    "https://api.sanu.example/path",
    "api.sanu.example",
    "",
  ])("has no origin that browsers would refuse: %j", (origin) => {
    expect(mistakeInOrigins({ id: "sanu.example", origins: [origin] })).toContain(origin);
  });
});
