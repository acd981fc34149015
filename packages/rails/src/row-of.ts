/** What a table says of a provider's word. `constructor` and the like, which every object has, stand in no row. */
export function rowOf<Row>(table: Readonly<Record<string, Row>>, word: string): Row | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
