import type { PublishingService } from "@sanu/contracts";
import { type AuditHead, type Database, readAuditLog, verifyAuditLog } from "@sanu/platform";
import { type Command, InvalidArgumentError } from "commander";
import { onDatabase } from "../maintenance.ts";
import { readServices } from "../services.ts";

interface VerifyOptions {
  readonly head?: AuditHead;
}

const headShape = /^(\d{1,18}):([0-9a-f]{64})$/;

/** `sanu audit …`: whether anybody changed what the staff did and saw, and all of it. */
export function addAudit(program: Command): void {
  const audit = program.command("audit").description("what the staff did and saw");
  audit
    .command("verify")
    .description("compute every hash again; ends with 1 at the first entry that is not what it was")
    .argument("[service...]", "all when none is named")
    .option(
      "--head <position:hash>",
      "of one service, as a log line or an earlier run said it: whether it is still part of the chain",
      readHead,
    )
    .action(async (names: string[], { head }: VerifyOptions) => {
      if (head !== undefined && names.length !== 1) throw new Error("A head is of one service");
      for (const service of readServices(names)) await verify(service, head);
    });
  audit
    .command("export")
    .description("every entry as a line of JSON, the oldest first")
    .argument("[service...]", "all when none is named")
    .action(async (names: string[]) => {
      for (const service of readServices(names)) await exportLog(service);
    });
}

async function verify(service: PublishingService, known: AuditHead | undefined): Promise<void> {
  await withLog(service, async (database) => {
    const { head, brokenAt, isHeadMissing } = await verifyAuditLog(database, known);
    const end = `${head.position}:${head.hash}`;
    const broken = isHeadMissing ? "HEAD MISSING, BROKEN" : "BROKEN";
    const says = brokenAt === undefined ? "whole" : `${broken} at ${brokenAt}`;
    process.stdout.write(`${service}: ${says}, ${head.position} entries, head ${end}\n`);
    if (brokenAt !== undefined) process.exitCode = 1;
  });
}

async function exportLog(service: PublishingService): Promise<void> {
  await withLog(service, async (database) => {
    for await (const rows of readAuditLog(database)) {
      for (const { position, entry, ...row } of rows) {
        const line = {
          service,
          position: `${position}`,
          ...row,
          entry: JSON.parse(entry) as unknown,
        };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
    }
  });
}

function withLog(
  service: PublishingService,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  return onDatabase(service, { name: "sanu-audit" }, work);
}

function readHead(text: string): AuditHead {
  const [, position, hash] = headShape.exec(text) ?? [];
  if (position === undefined || hash === undefined) {
    throw new InvalidArgumentError("It is no head: write POSITION:HASH.");
  }
  return { position: BigInt(position), hash };
}
