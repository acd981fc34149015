export const reactionTables: readonly string[] = [];
