import { describe, expect, it } from "vitest";
import { busy } from "./hash-queue.ts";
import { passwordLimits } from "./password-limits.ts";
import { comparedWith, createPasswords } from "./passwords.ts";

const passwords = await createPasswords();

describe("a password", () => {
  it("is stored as Argon2id at OWASP's floor, each time with another salt", async () => {
    const hashes = [
      await passwords.hash("a good password"),
      await passwords.hash("a good password"),
    ];
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it("is recognised, and no other is", async () => {
    const hash = await passwords.hash("a good password");
    if (hash === busy) throw new Error("busy");
    expect(await passwords.matches(hash, "a good password")).toBe(true);
    expect(await passwords.matches(hash, "a good passworD")).toBe(false);
  });

  it("is the same whether a keyboard writes accents as one character or as two", async () => {
    const hash = await passwords.hash("caf\u00e9 cr\u00e8me");
    if (hash === busy) throw new Error("busy");
    expect(await passwords.matches(hash, "cafe\u0301 cre\u0300me")).toBe(true);
  });

  it.each([
    ["today's", "m=19456,t=2,p=1", false],
    ["more than today's", "m=65536,t=3,p=1", false],
    ["less memory", "m=9216,t=4,p=1", true],
    ["fewer passes", "m=19456,t=1,p=1", true],
  ])("whose hash was made with %s parameters is told apart", (_which, parameters, isOutdated) => {
    expect(passwords.isOutdated(`$argon2id$v=19$${parameters}$c2FsdA$aGFzaA`)).toBe(isOutdated);
  });

  it.each(["", "$argon2i$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA", "$2b$12$something"])(
    "whose hash is of another kind is outdated: %s",
    (hash) => expect(passwords.isOutdated(hash)).toBe(true),
  );

  it("of nobody is never right", async () => {
    expect(await passwords.matches(undefined, "")).toBe(false);
  });

  it("of nobody costs the same work as of somebody", async () => {
    const hash = await passwords.hash("a good password");
    if (hash === busy) throw new Error("busy");
    const elapsedMs = async (of: string | undefined): Promise<number> => {
      const startedAtMs = performance.now();
      await passwords.matches(of, "another password");
      return performance.now() - startedAtMs;
    };
    let [nobody, somebody] = [Infinity, Infinity];
    // Whatever else the machine does makes a round slower, never faster.
    for (let round = 0; round < 8; round += 1) {
      nobody = Math.min(nobody, await elapsedMs(undefined));
      somebody = Math.min(somebody, await elapsedMs(hash));
    }
    // Skipping the hash would make it a thousand times faster.
    expect(nobody).toBeGreaterThan(somebody / 3);
  });

  it("is compared with one hash of every kind there may be, whosever it is and however old", async () => {
    const older = { memoryKib: 9_216, passes: 4, lanes: 1 };
    const before = await createPasswords(passwordLimits, []);
    const since = await createPasswords(passwordLimits, [older]);
    const kindOf = (hash: string) => /\$m=[^$]+/.exec(hash)?.[0] ?? "";
    const made = await before.hash("a good password");
    if (made === busy) throw new Error("busy");
    const old = made.replace("m=19456,t=2,p=1", "m=9216,t=4,p=1");
    const standIns = [made, old];
    for (const of of [undefined, made, old]) {
      const kinds = comparedWith(of, standIns).map(kindOf).toSorted();
      expect(kinds).toEqual(standIns.map(kindOf).toSorted());
    }
    expect(await since.matches(made, "a good password")).toBe(true);
    expect(await since.matches(made, "another password")).toBe(false);
    expect(await since.matches(undefined, "a good password")).toBe(false);
  });

  it("is not compared for who does not wait any more", async () => {
    const gone = { remainingMs: () => 0, isKnown: true };

    expect(await passwords.matches(undefined, "guess", gone)).toBe(busy);
    expect(await passwords.hash("a good password", gone)).toBe(busy);
    expect(passwords.waiting()).toBe(0);
  });
});
