const ofNats: ReadonlySet<string> = new Set(["ConnectionError", "AuthorizationError"]);
const notReached = "NATS_URL leads to no NATS that lets us in";

/** What ended a command, for whoever is at the shell: a client's own words say neither whom it asked nor by which setting. */
export function sentenceOf(trouble: unknown): string {
  if (!(trouble instanceof Error)) return String(trouble);
  // A name with two addresses fails at each, and says nothing of both.
  const [first] = trouble instanceof AggregateError ? (trouble.errors as unknown[]) : [];
  const said = trouble.message === "" && first !== undefined ? sentenceOf(first) : trouble.message;
  if (isOfOtherSchema(trouble)) {
    return `The database is of another release than this program (${said}): sanu migrate first, where it is behind`;
  }
  return ofNats.has(trouble.name) ? `${notReached}: ${said}` : said;
}

/** As Postgres says that there is no such table, column or function. */
const ofSchema: ReadonlySet<unknown> = new Set(["42P01", "42703", "42883"]);

function isOfOtherSchema(trouble: Error): boolean {
  return "code" in trouble && ofSchema.has(trouble.code);
}

/** Connects to NATS. What the network says of a server that nobody finds, or that is another program, has no kind of NATS. */
export async function reachingNats<Reached>(connect: () => Promise<Reached>): Promise<Reached> {
  try {
    return await connect();
  } catch (error) {
    if (!isOfNetwork(error)) throw error;
    throw new Error(`${notReached}: ${sentenceOf(error)}`, { cause: error });
  }
}

const ofNetwork =
  /^(?:E(?:NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|CONNRESET)|timeout|unexpected response from server)$/;

function isOfNetwork(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return [code, message].some((word) => typeof word === "string" && ofNetwork.test(word));
}
