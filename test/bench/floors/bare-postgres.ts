import pg from "pg";

/** A statement under a name, so that each connection prepares it once. */
export interface BareStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Postgres with nothing in between but the driver. */
export interface BarePostgres {
  readonly query: (statement: BareStatement) => Promise<readonly Record<string, unknown>[]>;
  /** One durable transaction in one round trip. */
  readonly commit: (statements: readonly BareStatement[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a pool of the size that a service has by default. */
export function openBarePostgres(url: string, poolMax = 10): BarePostgres {
  // The driver's own types do not know the option yet.
  const pipelining: object = { pipeline: true };
  const pool = new pg.Pool({ connectionString: url, max: poolMax, ...pipelining });
  return {
    async query({ name, text, values }) {
      const result = await pool.query<Record<string, unknown>>({ name, text, values: [...values] });
      return result.rows;
    },
    async commit(statements) {
      const client = await pool.connect();
      const responses = await Promise.allSettled([
        client.query("begin"),
        ...statements.map(({ name, text, values }) =>
          client.query({ name, text, values: [...values] }),
        ),
        client.query("commit"),
      ]);
      client.release();
      const failure = responses.find((response) => response.status === "rejected");
      if (failure !== undefined) throw failure.reason;
    },
    close: () => pool.end(),
  };
}
