import { idOf } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import { type Command, InvalidArgumentError } from "commander";
import { readWhy } from "../read-why.ts";
import { storyLine } from "../story-lines.ts";

type Wanted = Parameters<typeof readWhy>[0];

const referenceShape = /^(?:TXN|PAY|PAYOUT)_[0-9A-Z]{16}$/;

/** `sanu why <reference>`: what happened to one transaction, everywhere, and by which rule. */
export function addWhy(program: Command): void {
  program
    .command("why")
    .description("what happened to one transaction in every service, when, and by which rule")
    .argument("<reference>", "TXN_…, PAY_… or PAYOUT_…, or the id of the transaction", readWanted)
    .option("--json", "a line of JSON for each moment")
    .action(async (wanted: Wanted, { json = false }: { readonly json?: boolean }) => {
      const why = await readWhy(wanted);
      if (why === undefined) throw new Error("No transaction has that reference or id");
      for (const entry of why.story) {
        process.stdout.write(`${json ? JSON.stringify(entry) : storyLine(entry)}\n`);
      }
      for (const { service, reason } of why.missing) {
        process.stderr.write(`sanu: ${service} could not be asked: ${reason}\n`);
      }
      if (why.missing.length > 0) process.exitCode = 1;
    });
}

function readWanted(text: string): Wanted {
  const id = idOf<TransactionId>().safeParse(text.toLowerCase());
  if (id.success) return { id: id.data };
  const reference = text.toUpperCase();
  if (!referenceShape.test(reference)) {
    throw new InvalidArgumentError("It is no reference and no id.");
  }
  return { reference };
}
