import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "@sanu/kernel";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { composeAdmins } from "../compose-admins.ts";
import { person, startIdentity } from "../identity.fixture.ts";
import { codeAt, enrolled, inSession, opened } from "../second-factors/second-factors.fixture.ts";
import { readDocumentKeys } from "./document-keys.ts";

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString("base64url"));
const [oldKeyId, newKeyId] = [oldKey, newKey].map((key) => readDocumentKeys(key ?? "")[0].keyId);

const identity = await startIdentity({ KYC_DOCUMENT_KEYS: oldKey ?? "" });
const admins = await composeAdmins(identity.databaseUrl, identity.clock);
afterAll(async () => {
  await admins.close();
  await identity.stop();
});

const stepMs = 30_000;
const countText = readFileSync(
  join(import.meta.dirname, "../../../../deploy/runbooks/count-document-keys.sql"),
  "utf8",
);

/** Tries deploy/runbooks/rotate-secrets.md. */
describe("a key of documents that goes while an app of its time is left", () => {
  it("keeps no app of a newer key out, is counted before it goes, and named at the start behind it", async () => {
    const who = person();
    const { accountId } = await admins.create({ ...who, reason: "hired" });
    const token = await opened(identity, accountId);
    const session = inSession(identity, token);
    const before = await enrolled(identity, token, who.password);

    await identity.service.stop();
    let replica = await identity.startReplica({ KYC_DOCUMENT_KEYS: `${newKey},${oldKey}` });
    identity.clock.advanceMs(stepMs);
    const after = await enrolled(identity, token, who.password);
    const counted = await identity.database.query<{ key_id: string; what: string; things: bigint }>(
      CompiledQuery.raw(countText),
    );
    const app = { what: "authenticator app", things: 1n };
    expect(counted).toMatchObject([
      { key_id: newKeyId, ...app },
      { key_id: oldKeyId, ...app },
    ]);
    expect(identity.logged()).not.toContain("sealed under a key");

    await replica.stop();
    replica = await identity.startReplica({ KYC_DOCUMENT_KEYS: newKey ?? "" });
    identity.clock.advanceMs(stepMs);
    const prove = (secret: string) =>
      session.prove({ kind: "totp", code: codeAt(identity, secret) }, { commandId: newId() });
    expect(await prove(after.secret)).toMatchObject({ kind: "replied" });
    expect(identity.logged()).toContain("sealed under a key that is not in KYC_DOCUMENT_KEYS");
    expect(identity.logged()).toContain(oldKeyId);
    // Nobody can say that this code is wrong.
    expect(await prove(before.secret)).toMatchObject({ kind: "unavailable" });
    await replica.stop();
  });
});
