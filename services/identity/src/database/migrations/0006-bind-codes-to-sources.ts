// A code belongs to who asked for it: guesses of others do not use it up, and another one's code does not void it. Services of
// before write none of these columns, and their codes count every guess alike.
import type { Migration } from "@sanu/platform";
import { codeOfSource } from "./0006-bind-codes-to-sources/issue-code.ts";

export const bindCodesToSources: Migration = {
  kind: "expand",
  statements: [
    `alter table otps
      add column from_device text, add column from_network text,
      add column network_attempts int not null default 0,
      add column foreign_attempts int not null default 0`,
    // Only there is a registration told from an address that nobody has.
    "alter table account_contacts add column from_device text, add column from_network text",
    "alter table code_requests add column from_device text, add column from_network text",
    codeOfSource,
  ],
};
