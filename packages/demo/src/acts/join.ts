import type { PlannedPerson } from "../plan/people.ts";
import { type Cast, userIdOf } from "./cast.ts";
import { until } from "./patience.ts";
import { textAt } from "./read-answer.ts";

/** Everybody of a demo set has the same: nobody there is anybody. */
export function passwordOf(seed: number): string {
  return `karite-baobab-${seed}`;
}

/** Registers, reads the code in the mail that arrives, and proves the address with it. */
export async function join(cast: Cast, person: PlannedPerson): Promise<void> {
  const { api, mail } = cast.system;
  const { name, email, country, language } = person;
  const body = { name, email, country, language, password: passwordOf(cast.seed) };
  const userId = textAt(await api.send("POST", "auth/register", { body }), "user_id");
  const code = await until(`a mail to ${email} has a code`, async () => {
    // A registration that was sent again is another one, with a code of its own.
    const own = mail.mails(email).find(({ text }) => text.includes(userId));
    // The user id is a UUID, whose parts can look like a code.
    return /(?<![\w-])\d{6}(?![\w-])/.exec(own?.text ?? "")?.[0];
  });
  await api.send("POST", "auth/verify-otp", { body: { user_id: userId, code } });
  cast.userIds.set(person.index, userId);
}

/** A document that nobody was ever given. */
export async function handIn(cast: Cast, person: PlannedPerson): Promise<void> {
  const form = new FormData();
  form.set("document_kind", "PASSPORT");
  form.set("document_number", `DEMO${cast.seed}X${person.index}`);
  form.set("documents", new Blob([`%PDF-1.7 a demo set, ${person.email}`]), "passport.pdf");
  const as = { userId: userIdOf(cast, person) };
  await cast.system.api.send("POST", "kyc", { as, body: form });
}
