import type { z } from "zod";
import type { ProblemCode } from "./problems.ts";
import type { StaffUse } from "./staff-use.ts";

/** A message to one service that waits for its reply, and the replies it may get. */
export interface RequestDefinition<
  Request extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Code extends ProblemCode = ProblemCode,
> {
  readonly service: string;
  /** The last token of the subject `request.<service>.<name>`. */
  readonly name: string;
  readonly request: Request;
  readonly reply: Reply;
  /** What the service may refuse it with; each is a problem code of the public API. */
  readonly refusals: readonly Code[];
  /** Each time costs as much again, a hash: it is not sent again because the reply is late. */
  readonly isCostly?: boolean;
  /** Only the staff sends it: the service does it for nobody without identity's assertion. */
  readonly staff?: StaffUse;
}

/** What defines the requests of one service. Without `refusals` a request can only be replied to or fail. */
export function requestsOf(service: string) {
  return <
    Request extends z.ZodType,
    Reply extends z.ZodType,
    const Code extends ProblemCode = never,
  >(
    name: string,
    definition: {
      readonly request: Request;
      readonly reply: Reply;
      readonly refusals?: readonly Code[];
      readonly isCostly?: boolean;
      readonly staff?: StaffUse;
    },
  ): RequestDefinition<Request, Reply, Code> => ({ refusals: [], ...definition, service, name });
}

/** What the client sends (JSON; amounts as text). */
export type RequestInput<Definition> =
  Definition extends RequestDefinition<infer Request, z.ZodType, ProblemCode>
    ? z.input<Request>
    : never;

/** What the handler receives, parsed. */
export type RequestData<Definition> =
  Definition extends RequestDefinition<infer Request, z.ZodType, ProblemCode>
    ? z.output<Request>
    : never;

/** What the handler answers. */
export type ReplyInput<Definition> =
  Definition extends RequestDefinition<z.ZodType, infer Reply, ProblemCode>
    ? z.input<Reply>
    : never;

/** What the client receives, parsed. */
export type ReplyData<Definition> =
  Definition extends RequestDefinition<z.ZodType, infer Reply, ProblemCode>
    ? z.output<Reply>
    : never;

export type RefusalCode<Definition> =
  Definition extends RequestDefinition<z.ZodType, z.ZodType, infer Code> ? Code : never;
