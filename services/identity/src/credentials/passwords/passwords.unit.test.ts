import { describe, expect, it } from "vitest";
import { busy, createBoundedQueue } from "./bounded-queue.ts";
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

  it("is refused, not queued without end, when too many are checked at once", async () => {
    const small = await createPasswords({ concurrencyMax: 1, queueMax: 2 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => small.matches(undefined, "guess")),
    );
    expect(answers).toEqual([false, false, false, busy, busy]);
    expect(await small.matches(undefined, "guess")).toBe(false);
  });
});

describe("a bounded queue", () => {
  it("runs no more at once than it may, and all in the end", async () => {
    const queue = createBoundedQueue(passwordLimits);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return "done";
    };
    const answers = await Promise.all(Array.from({ length: 40 }, () => queue.run(work)));
    expect(answers.every((answer) => answer === "done")).toBe(true);
    expect(most).toBe(passwordLimits.concurrencyMax);
    expect(queue.waiting()).toBe(0);
  });

  it("goes on after work that failed", async () => {
    const queue = createBoundedQueue({ concurrencyMax: 1, queueMax: 1 });
    await expect(queue.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await queue.run(() => Promise.resolve("fine"))).toBe("fine");
  });
});
