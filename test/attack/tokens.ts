import {
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { newId } from "@sanu/kernel";
import { type Person, type World } from "@sanu/testing";
import { CompiledQuery } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { logInAsAdmin } from "../e2e/staff.ts";

type Part = Readonly<Record<string, unknown>>;
interface Issued {
  readonly header: Part;
  readonly claims: Part;
}

const partOf = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const readPart = (text = "") => JSON.parse(Buffer.from(text, "base64url").toString()) as Part;
const signed = ({ header, claims }: Issued, key: KeyObject) => {
  const text = `${partOf(header)}.${partOf(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
};
const now = () => Math.floor(Date.now() / 1_000);

/** With identity's own key: what it would never issue. */
const misissued: readonly (readonly [string, Part, Part])[] = [
  ["for another audience", { aud: "sanu-other" }, {}],
  ["for no audience", { aud: undefined }, {}],
  ["of another issuer", { iss: "sanu-other" }, {}],
  ["of no issuer", { iss: undefined }, {}],
  ["of the future", { iat: now() + 3_600 }, {}],
  ["of no moment", { iat: undefined }, {}],
  ["that has ended", { exp: now() - 1 }, {}],
  ["that never ends", { exp: undefined }, {}],
  ["of no session", { sid: undefined }, {}],
  ["for nobody", { sub: undefined }, {}],
  ["of another kind", {}, { typ: "JWT" }],
  ["of a kind for services", {}, { typ: "sanu-staff-act+jwt" }],
  ["of an unknown key", {}, { kid: "../../etc/passwd" }],
];

interface Stolen {
  readonly person: Person;
  readonly issued: Issued;
  readonly key: KeyObject;
}

/** A token of somebody's, and the key with which identity signs. */
async function stealFrom(world: World): Promise<Stolen> {
  const person = await world.signUp();
  const [header = {}, claims = {}] = person.token.split(".").slice(0, 2).map(readPart);
  const text = "select value from generated_secrets where name = 'token-private-key-ed25519'";
  const [row] = await world.databases.identity.query<{ value: string }>(CompiledQuery.raw(text));
  return { person, issued: { header, claims }, key: createPrivateKey(row?.value ?? "") };
}

const meOf = (world: World) => (token: string) =>
  world.api.call("GET", "/api/v1/auth/me", { token });

export function attackTokens(world: World): void {
  attackClaims(world);
  attackSessions(world);
}

function attackClaims(world: World): void {
  const me = meOf(world);
  let stolen: Stolen;
  beforeAll(async () => {
    stolen = await stealFrom(world);
  });

  describe("a token", () => {
    it("is believed as identity issues it", async () => {
      const { issued, key } = stolen;
      const again = { ...issued, claims: { ...issued.claims, jti: newId() } };
      expect((await me(signed(again, key))).status).toBe(200);
    });

    it.each(misissued)(
      "%s is refused, though the signature is right",
      async (_what, claims, header) => {
        const { issued, key } = stolen;
        const changed = {
          header: { ...issued.header, ...header },
          claims: { ...issued.claims, ...claims },
        };
        const response = await me(signed(changed, key));
        expect([response.status, response.json()]).toMatchObject([
          401,
          { code: "unauthenticated" },
        ]);
      },
    );

    it("that somebody made is refused", async () => {
      const { person, issued } = stolen;
      const { header, claims } = issued;
      const asAdmin = partOf({ ...claims, roles: ["admin"] });
      const [head, , signature] = person.token.split(".");
      const withSecret = `${partOf({ ...header, alg: "HS256" })}.${asAdmin}`;
      const [jwk] = (await world.api.call("GET", "/.well-known/jwks.json")).json<{
        keys: { x: string }[];
      }>().keys;
      const hmac = createHmac("sha256", jwk?.x ?? "")
        .update(withSecret)
        .digest("base64url");
      const made = [
        `${partOf({ ...header, alg: "none" })}.${asAdmin}.`,
        `${partOf({ ...header, alg: "none" })}.${asAdmin}.${signature}`,
        `${withSecret}.${hmac}`,
        `${head}.${asAdmin}.${signature}`,
        signed(issued, generateKeyPairSync("ed25519").privateKey),
        `${person.token}.x`,
      ];
      for (const token of made) expect((await me(token)).status).toBe(401);
    });
  });
}

function attackSessions(world: World): void {
  const me = meOf(world);
  describe("a session", () => {
    it("is outlived by no token of it, however often that is refreshed", async () => {
      const endsAt = now() + 300;
      const { person, issued } = await stealFrom(world);
      const own = "update sessions set ends_at = to_timestamp($1) where session_id = $2";
      const values = [endsAt, issued.claims["sid"]];
      await world.databases.identity.query(CompiledQuery.raw(own, values));
      let { token } = person;
      for (let round = 0; round < 3; round += 1) {
        const response = await world.api.call("POST", "/api/v1/auth/refresh", { token });
        ({ token } = response.json<{ data: { token: string } }>().data);
        expect(readPart(token.split(".")[1])["exp"]).toBeLessThanOrEqual(endsAt);
        expect((await me(token)).status).toBe(200);
      }
    });

    it("is not replaced by the id of one of the staff", async () => {
      const admin = readPart((await logInAsAdmin(world)).split(".")[1])["sub"];
      const call = (id: unknown, path: string) =>
        world.api.call("GET", path, { headers: { "x-staging-user-id": String(id) } });
      expect((await call(admin, "/api/v1/auth/me")).status).toBe(401);
      expect((await call(admin, "/api/v1/users")).status).toBe(401);
      const person = await world.signUp();
      expect((await call(person.accountId, "/api/v1/users")).status).toBe(403);
    });
  });
}
