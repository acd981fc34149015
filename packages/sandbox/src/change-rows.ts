/** Changes what a book holds under a key, and says what it was before; what the book does not hold stays unknown. */
export function changeRows<Row extends object>(rows: Map<string, Row>) {
  return (key: string, changes: Partial<Row>): Row | undefined => {
    const row = rows.get(key);
    if (row !== undefined) rows.set(key, { ...row, ...changes });
    return row;
  };
}
