/** A record as it was before it was sealed. */
export interface OpenedRecord {
  readonly kind: string;
  readonly name: string;
  readonly plain: Buffer;
}

/** What is written of opened records, by the file's name: the person, each document put together, all transactions. */
export function filesOf(records: readonly OpenedRecord[]): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const ofKind = (kind: string) => records.filter((record) => record.kind === kind);
  for (const { plain } of ofKind("person"))
    files.set("person.json", pretty(JSON.parse(plain.toString())));
  // `submission/document/piece`, in their order.
  const documents = Map.groupBy(ofKind("document"), ({ name }) => name.replace(/\/\d+$/, ""));
  for (const [name, pieces] of documents) {
    const content = Buffer.concat(pieces.map(({ plain }) => plain));
    files.set(`document-${name.replace("/", "-")}.${endingOf(content)}`, content);
  }
  const transactions = ofKind("transaction").map(
    ({ plain }) => JSON.parse(plain.toString()) as unknown,
  );
  if (transactions.length > 0) files.set("transactions.json", pretty(transactions));
  return files;
}

/** By its first bytes, as it was judged when it was handed in. */
function endingOf(content: Buffer): "pdf" | "jpg" | "png" {
  if (content.subarray(0, 4).toString("latin1") === "%PDF") return "pdf";
  return content[0] === 0xff ? "jpg" : "png";
}

function pretty(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
