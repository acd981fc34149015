import type { PublishingService } from "@sanu/contracts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The URL of a service's database, `PAYMENTS_DATABASE_URL`. Throws where it is missing. */
export function databaseUrlOf(service: PublishingService, environment: Environment): string {
  return required(`${service.toUpperCase()}_DATABASE_URL`, environment);
}

/** `NATS_URL`. Throws where it is missing. */
export function natsUrlOf(environment: Environment): string {
  return required("NATS_URL", environment);
}

function required(name: string, environment: Environment): string {
  const value = environment[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set`);
  return value;
}
