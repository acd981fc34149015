import type { Migration } from "@sanu/platform";

interface Rule {
  readonly found: RegExp;
  readonly why: string;
}

const never: readonly Rule[] = [
  { found: /\bcreate (unique )?index\b/, why: "an index is built by a step of the kind `index`" },
  { found: /\balter (column )?\w+ (set data )?type\b/, why: "another type rewrites the table" },
  {
    found: /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    why: "a constraint is added `not valid` and validated in a later step",
  },
  {
    found: /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?! using index)/,
    why: "a key is added `using index`",
  },
  {
    found: /\badd column\b(?=.*\bnot null\b)(?!.*\bdefault\b)/,
    why: "services of before insert rows without the column",
  },
  {
    found: /\badd column\b[^,]*\b(unique|primary key|references|check|generated)\b/,
    why: "a column is added bare; its constraint and its values follow",
  },
  {
    found:
      /\badd column\b[^,]*\bdefault\b[^,]*\b(random|gen_random_uuid|clock_timestamp|nextval|uuidv7)\b/,
    why: "a default that differs by row rewrites the table",
  },
  {
    found: /^\s*(with\b.*)?\b(update|delete from|merge into)\b/,
    why: "rows are changed by a backfill",
  },
  { found: /\binsert into\b.*\bselect\b/, why: "rows are made by a backfill" },
  {
    found: /\b(lock table|(?<!\bbefore )truncate|cluster|vacuum|reindex|begin|commit)\b/,
    why: "nobody may wait for it",
  },
];

const contractsOnly: readonly Rule[] = [
  { found: /\bdrop\b(?! not null)/, why: "only a step of the kind `contract` drops" },
  { found: /\brename\b/, why: "only a step of the kind `contract` renames" },
  { found: /\bset not null\b/, why: "only a step of the kind `contract` forbids null" },
];

/** What of a migration would make people wait, or break services of the release before. */
export function findUnsafeSql(migration: Migration): readonly string[] {
  switch (migration.kind) {
    case "initial":
      return [];
    case "expand":
      return findIn(migration.statements, [...never, ...contractsOnly]);
    case "contract":
      return findIn(migration.statements, never);
    case "index":
      return /;|\bconcurrently\b/.test(`${migration.name} ${migration.on}`)
        ? ["more than an index"]
        : [];
    case "backfill":
      return /\$1\b/.test(migration.batch) && /\blimit \$2/.test(migration.batch)
        ? []
        : ["a batch begins behind $1 and has `limit $2`"];
  }
}

function findIn(statements: readonly string[], rules: readonly Rule[]): readonly string[] {
  return statements.flatMap((statement) => {
    const bare = bareOf(statement);
    return rules.filter(({ found }) => found.test(bare)).map(({ why }) => why);
  });
}

/** One line in lower case, without comments, texts and the bodies of functions, which run later. */
function bareOf(statement: string): string {
  return statement
    .replaceAll(/(\$\w*\$).*?\1/gs, "''")
    .replaceAll(/--[^\n]*/g, "")
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}
