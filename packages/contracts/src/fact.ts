import type { z } from "zod";
import type { PublishingService } from "./services.ts";
import { factType } from "./subjects.ts";

/** One public fact of a service in one version, with the schema that reads its data. */
export interface FactDefinition<
  Name extends string = string,
  Schema extends z.ZodType = z.ZodType,
> {
  readonly service: PublishingService;
  readonly name: Name;
  readonly version: number;
  /** `sanu.<service>.<Name>.v<version>` */
  readonly type: string;
  readonly schema: Schema;
}

/** Defines a fact. A published version is frozen: a change is a new version and an upcast. */
export function defineFact<Name extends string, Schema extends z.ZodType>(definition: {
  readonly service: PublishingService;
  readonly name: Name;
  readonly version: number;
  readonly schema: Schema;
}): FactDefinition<Name, Schema> {
  const { service, name, version } = definition;
  return { ...definition, type: factType(service, name, version) };
}

/** The data of a fact, as read. */
export type FactData<Definition> =
  Definition extends FactDefinition<string, infer Schema> ? z.output<Schema> : never;

/** The data of a fact, as written. */
export type FactInput<Definition> =
  Definition extends FactDefinition<string, infer Schema> ? z.input<Schema> : never;
