import { createInterface } from "node:readline/promises";
import { idOf } from "@sanu/contracts";
import { composeAdmins } from "@sanu/identity";
import type { AccountId } from "@sanu/kernel";
import { InvalidArgumentError } from "commander";
import { ownDatabaseUrl } from "./maintenance.ts";

const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An address as people type it; identity makes it canonical. Throws for what no mail could reach. */
export function readAddress(text: string): string {
  if (!addressShape.test(text)) throw new InvalidArgumentError("It is no e-mail address.");
  return text;
}

/** Why somebody does something, for whoever reads it later: without a word nothing is done. */
export function readReason(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It says nothing.");
  return text;
}

/** Never an argument, which every user of the machine could read in the list of processes. */
export async function readPassword(whose: string): Promise<string | undefined> {
  const given = process.env["SANU_ADMIN_PASSWORD"];
  if (given !== undefined && given !== "") return given;
  if (process.stdin.isTTY) process.stderr.write(`${whose} (shown as you type): `);
  const lines = createInterface({ input: process.stdin, terminal: false });
  for await (const line of lines) {
    lines.close();
    return line === "" ? undefined : line;
  }
  return undefined;
}

/** Who an admin is, by her own password. */
export async function authenticate(email: string): Promise<AccountId> {
  const password = await readPassword(`Password of ${email}`);
  return withAdmins(async (admins) => {
    const accountId = await admins.authenticate(email, password ?? "");
    if (accountId === undefined) throw new Error(`${email} is no admin, or has another password`);
    return accountId;
  });
}

/** Whether who proposed and who approves are of the staff now, as identity's log says. */
export function findStaff(accountIds: readonly AccountId[]) {
  return withAdmins((admins) => admins.findStaff(accountIds));
}

async function withAdmins<Result>(
  work: (admins: Awaited<ReturnType<typeof composeAdmins>>) => Promise<Result>,
): Promise<Result> {
  const admins = await composeAdmins(await ownDatabaseUrl("identity", "sanu-admin"));
  try {
    return await work(admins);
  } finally {
    await admins.close();
  }
}

export function readId<Id extends string>(): (text: string) => Id {
  return (text) => {
    const id = idOf<Id>().safeParse(text.toLowerCase());
    if (!id.success) throw new InvalidArgumentError("It is no id.");
    return id.data;
  };
}
