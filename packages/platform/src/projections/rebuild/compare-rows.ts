import { keyTextOf } from "../folded-table.ts";
import { addToFingerprint, hashOfRow } from "./row-hash.ts";

export interface RowDifference {
  readonly key: string;
  readonly live: object | undefined;
  readonly folded: object | undefined;
}

export interface TableFinding {
  readonly name: string;
  readonly table: string;
  readonly rows: number;
  readonly differences: readonly RowDifference[];
  readonly differencesCount: number;
  /** Two tables with the same rows have the same. */
  readonly fingerprint: string;
}

export const compareLimits = { differencesMax: 10_000 } as const;

export interface Comparer {
  readonly compare: (live: readonly object[], folded: readonly object[]) => void;
  /** A stream that no fold reads is a difference of its own; those of other streams are found all the same. */
  readonly fold: <Folded>(streamId: string, fold: () => Folded) => Folded | undefined;
  readonly finding: () => TableFinding;
}

export function createComparer(of: {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly keyColumns: readonly string[];
  readonly isEmpty?: (row: object) => boolean;
}): Comparer {
  const { name, table, columns, keyColumns, isEmpty = () => false } = of;
  const differences: RowDifference[] = [];
  let rows = 0;
  let differencesCount = 0;
  let fingerprint = 0n;
  const byKey = (some: readonly object[]) =>
    new Map(
      some.filter((row) => !isEmpty(row)).map((row) => [keyTextOf(row, keyColumns), row] as const),
    );
  return {
    compare(live, folded) {
      const [are, should] = [byKey(live), byKey(folded)];
      rows += are.size;
      for (const key of new Set([...are.keys(), ...should.keys()])) {
        const [is, due] = [are.get(key), should.get(key)];
        const hash = is && hashOfRow(is, columns);
        if (hash !== undefined) fingerprint = addToFingerprint(fingerprint, hash);
        if (hash === (due && hashOfRow(due, columns))) continue;
        differencesCount += 1;
        if (differences.length < compareLimits.differencesMax)
          differences.push({ key, live: is, folded: due });
      }
    },
    fold(streamId, fold) {
      try {
        return fold();
      } catch (error) {
        differencesCount += 1;
        const folded = { fault: error instanceof Error ? error.message : "not an error" };
        if (differences.length < compareLimits.differencesMax)
          differences.push({ key: streamId, live: undefined, folded });
        return undefined;
      }
    },
    finding: () => ({
      name,
      table,
      rows,
      differences,
      differencesCount,
      fingerprint: fingerprint.toString(16).padStart(16, "0"),
    }),
  };
}
