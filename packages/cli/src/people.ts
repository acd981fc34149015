import { createInterface } from "node:readline/promises";
import { InvalidArgumentError } from "commander";

const addressShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An address as people type it; identity makes it canonical. Throws for what no mail could reach. */
export function readAddress(text: string): string {
  if (!addressShape.test(text)) throw new InvalidArgumentError("It is no e-mail address.");
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
