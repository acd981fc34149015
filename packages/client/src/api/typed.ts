import type { paths } from "./schema.ts";

export type Method = "get" | "post" | "put" | "patch";

/** The paths below `/api/v1` that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { readonly responses: object } ? P : never;
}[keyof paths];

type Params<Operation> = Operation extends { readonly parameters: { readonly path: infer Values } }
  ? { readonly params: Values }
  : unknown;

type Query<Operation> = Operation extends { readonly parameters: { readonly query?: infer Values } }
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : { readonly query?: NonNullable<Values> }
  : unknown;

type Content<Body> = Body extends { readonly content: { readonly "application/json": infer Json } }
  ? Json
  : FormData;

type Body<Operation> = Operation extends { readonly requestBody: infer Given }
  ? { readonly body: Content<Given> }
  : Operation extends { readonly requestBody?: infer Given }
    ? [NonNullable<Given>] extends [never]
      ? unknown
      : { readonly body?: Content<NonNullable<Given>> }
    : unknown;

/** What an operation has to be given: parameters of its path, its query, its body. */
export type Input<M extends Method, P extends PathOf<M>> = Params<paths[P][M]> &
  Query<paths[P][M]> &
  Body<paths[P][M]>;

type Successes<Operation> = Operation extends { readonly responses: infer All }
  ? All[keyof All]
  : never;

type BodyOf<Success> = Success extends {
  readonly content: { readonly "application/json": infer Json };
}
  ? Json
  : Success extends { readonly content: object }
    ? Blob
    : undefined;

/** What an operation answers with when it succeeds. */
export type Output<M extends Method, P extends PathOf<M>> = BodyOf<Successes<paths[P][M]>>;

/** What every call may be given beside. */
export interface CallOptions {
  /** To resume a call whose outcome is unknown; by itself each call makes its own. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The second argument of a call, which may be left out where nothing is needed. */
export type Given<M extends Method, P extends PathOf<M>> =
  Partial<Input<M, P>> extends Input<M, P>
    ? [given?: Input<M, P> & CallOptions]
    : [given: Input<M, P> & CallOptions];
