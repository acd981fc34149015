import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { type busy, createBoundedQueue } from "./bounded-queue.ts";
import { passwordLimits } from "./password-limits.ts";

/** Hashes and checks passwords, a bounded number at a time; `busy` when too many wait already. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string | typeof busy>;
  /**
   * Tells whether a password is the one of a hash. For an unknown address the hash is `undefined`: the
   * answer is no, after the same work, so that time does not tell who has an account.
   */
  readonly matches: (
    passwordHash: string | undefined,
    password: string,
  ) => Promise<boolean | typeof busy>;
  readonly waiting: () => number;
}

const parameters = {
  memoryCost: passwordLimits.memoryKib,
  timeCost: passwordLimits.passes,
  parallelism: passwordLimits.lanes,
};

/** Argon2id (RFC 9106). Makes one hash at once, the one that stands in for accounts that do not exist. */
export async function createPasswords(
  limits: { readonly concurrencyMax: number; readonly queueMax: number } = passwordLimits,
): Promise<Passwords> {
  const queue = createBoundedQueue(limits);
  const nobody = await hash(randomBytes(32), parameters);
  return {
    hash: (password) => queue.run(() => hash(typed(password), parameters)),
    matches: (passwordHash, password) =>
      queue.run(async () => {
        const isRight = await verify(passwordHash ?? nobody, typed(password));
        return isRight && passwordHash !== undefined;
      }),
    waiting: queue.waiting,
  };
}

/** Keyboards write `é` as one character or as two; NIST SP 800-63B 3.1.1.2 asks to treat both alike. */
function typed(password: string): string {
  return password.normalize("NFC");
}
