import { CountryCode, Language } from "@sanu/contracts";
import { composeAdmins } from "@sanu/identity";
import { type Command, Option } from "commander";
import { eraseAgain } from "../erase-again.ts";
import { ownDatabaseUrl } from "../maintenance.ts";
import { readAddress, readPassword, readReason } from "../people.ts";

type Admins = Awaited<ReturnType<typeof composeAdmins>>;

interface AdminOptions {
  readonly email: string;
  readonly name: string;
  readonly country: string;
  readonly language: string;
  readonly reason: string;
}

/** `sanu admin …`: the first admin, whom no public route can make, and the erasure of people who ask for it. */
export function addAdmin(program: Command): void {
  const admin = program
    .command("admin")
    .description("people who administer the system, and people who leave it");
  admin
    .command("create")
    .description(
      "make an admin, or give the role to the account that an address has: alone, what at the API takes two",
    )
    .requiredOption("--email <address>", "taken for proved", readAddress)
    .option("--name <name>", "of a new account", "Admin")
    .addOption(
      new Option("--country <code>", "of a new account").choices(CountryCode.options).default("BJ"),
    )
    .addOption(new Option("--language <code>", "of mails").choices(Language.options).default("fr"))
    .option("--reason <text>", "kept with the decision", readReason, "made at the shell")
    .action((options: AdminOptions) => withAdmins((admins) => create(admins, options)));
  admin
    .command("reset-second-factor")
    .description(
      "delete the second factors of who has lost them all, and end her sessions: alone, by who is at the shell",
    )
    .requiredOption("--email <address>", "of the account", readAddress)
    .requiredOption(
      "--reason <text>",
      "how you know that it is her; kept with the decision",
      readReason,
    )
    .action((options: Pick<AdminOptions, "email" | "reason">) =>
      withAdmins((admins) => resetSecondFactors(admins, options)),
    );
  admin
    .command("lift")
    .description(
      "let an admin in again who was suspended, where no two are left to decide it: alone, what at the API takes two",
    )
    .requiredOption("--email <address>", "of the admin", readAddress)
    .requiredOption("--reason <text>", "kept with the decision", readReason)
    .action((options: Pick<AdminOptions, "email" | "reason">) =>
      withAdmins((admins) => lift(admins, options)),
    );
  admin
    .command("erase")
    .description(
      "delete, for ever, who proved nothing: alone, by who is at the shell. An account takes two, at the API",
    )
    .requiredOption(
      "--email <address>",
      "of a registration that nobody proved, or of an entry of the waitlist",
      readAddress,
    )
    .action(({ email }: { readonly email: string }) =>
      withAdmins((admins) => erase(admins, email)),
    );
  admin
    .command("erase-again")
    .description(
      "delete what is left of everybody who was erased, in every service: behind rows that came out of a backup; ends with 1 where a service has not erased somebody itself yet",
    )
    .action(reportErasedAgain);
}

async function withAdmins(run: (admins: Admins) => Promise<void>): Promise<void> {
  const admins = await composeAdmins(await ownDatabaseUrl("identity", "sanu-admin"));
  try {
    await run(admins);
  } finally {
    await admins.close();
  }
}

async function create(admins: Admins, options: AdminOptions): Promise<void> {
  const created = await admins.create({
    ...options,
    country: CountryCode.parse(options.country),
    language: Language.parse(options.language),
    password: await readPassword("Password of a new admin"),
  });
  process.stdout.write(`${created.was} ${created.accountId}\n`);
}

async function resetSecondFactors(
  admins: Admins,
  { email, reason }: Pick<AdminOptions, "email" | "reason">,
): Promise<void> {
  const accountId = await admins.resetSecondFactors(email, reason);
  if (accountId === undefined) throw new Error("No account has this address");
  process.stdout.write(`reset ${accountId}\n`);
}

async function lift(
  admins: Admins,
  { email, reason }: Pick<AdminOptions, "email" | "reason">,
): Promise<void> {
  const lifted = await admins.lift(email, reason);
  if (lifted === undefined) throw new Error("No admin has this address");
  process.stdout.write(`${lifted.was} ${lifted.accountId}\n`);
  if (lifted.was === "not-suspended") return;
  process.stderr.write("Tell the other admins: it stands in the audit log and with her account.\n");
}

async function reportErasedAgain(): Promise<void> {
  for (const { service, erased, waiting } of await eraseAgain()) {
    process.stdout.write(`${service}: ${erased} erased again\n`);
    for (const accountId of waiting) {
      process.stdout.write(`${service}: has not erased ${accountId} itself yet\n`);
    }
    if (waiting.length > 0) process.exitCode = 1;
  }
}

async function erase(admins: Admins, email: string): Promise<void> {
  const { accountId, outcome, sealed } = await admins.erase(email);
  switch (outcome) {
    case "erased":
      process.stdout.write(`erased ${accountId}\n`);
      if (sealed) process.stdout.write(`sealed until ${sealed.until}: ${sealed.what.join(", ")}\n`);
      return;
    case "under-way":
      process.stdout.write(`asked ${accountId}: it is erased once identity and transactions run\n`);
      return;
    case "left-waitlist":
      process.stdout.write("erased from the waitlist\n");
      return;
    case "proved":
      throw new Error(`Account ${accountId} takes two admins: POST users/${accountId}/erase`);
    case "refused":
      throw new Error(`Account ${accountId} has a transaction, a refund or a review open`);
    case "unknown-account":
      throw new Error("No account has this address, and it is not on the waitlist");
    case "last-admin":
      throw new Error("The last admin cannot leave before there is another one");
  }
}
