export * from "./key-shares.ts";
export { recordOpening, sealedOpeningsTable } from "./openings.ts";
export { readSealingKey, UnopenableRecordError } from "./sealed-box.ts";
export {
  openRecord,
  readSealedRecords,
  type SealedRecord,
  sealedRecordsRetention,
  sealedRecordsTable,
} from "./sealed-records.ts";
export { createSealing, type Sealing, SealingKeySetting } from "./sealing.ts";
