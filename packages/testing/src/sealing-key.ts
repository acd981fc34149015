import type { AccountId } from "@sanu/kernel";
import * as platform from "@sanu/platform";

export interface TestSealingKey {
  readonly publicKey: string;
  readonly recordsOf: (
    database: platform.Database,
    accountId: AccountId,
  ) => Promise<platform.SealedRecord[]>;
  readonly open: (service: string, record: platform.SealedRecord) => Promise<Buffer>;
}

/** A key of two holders as the shell makes it, and what both together open. */
export async function testSealingKey(): Promise<TestSealingKey> {
  const { publicKey, shares } = await platform.makeKeyShares(["Ama", "Kofi"]);
  const [ama, kofi] = shares;
  if (ama === undefined || kofi === undefined) throw new Error("no shares");
  const privateKey = await platform.combineKeyShares(ama, kofi);
  return {
    publicKey,
    recordsOf: platform.readSealedRecords,
    open: (service, record) => platform.openRecord(service, privateKey, record),
  };
}
