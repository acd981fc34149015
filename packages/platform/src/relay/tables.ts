export const relayTables: readonly string[] = [];
