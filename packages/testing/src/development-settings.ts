/** What every service with a database is given in development; its password must never be printed. */
export function developmentSettings(service: string): Readonly<Record<string, string>> {
  const database = `postgres://${service}:hunter2-secret@127.0.0.1/${service}`;
  return {
    SANU_ENV: "development",
    NATS_URL: "nats://127.0.0.1:4222",
    [`${service.toUpperCase()}_DATABASE_URL`]: database,
  };
}
