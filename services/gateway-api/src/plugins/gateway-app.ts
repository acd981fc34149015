import type { RequestSource } from "@sanu/contracts";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Access } from "../auth/roles.ts";
import type { Principal } from "../auth/verified-tokens.ts";
import type { Judge } from "../fields/judge.ts";
import type { OpenPart } from "../throttle/open-part.ts";
import type { Throttle } from "../throttle/throttle.ts";

/** The application as routes see it: zod schemas give the types of bodies, parameters and queries. */
export type GatewayApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

declare module "fastify" {
  interface FastifyInstance {
    /** Where our documentation begins, without a trailing slash. */
    readonly docsUrl: string;
    /** Every route, as it was registered. */
    readonly servedRoutes: readonly { readonly method: string; readonly url: string }[];
  }
  interface FastifyContextConfig {
    readonly access?: Access;
    readonly throttle?: Throttle | undefined;
    /** Of an operation of everybody without a throttle: as what it is counted. */
    readonly openPart?: OpenPart | undefined;
    readonly judge?: Judge | undefined;
    /** Its response lasts as long as somebody looks; how long that is says nothing about us. */
    readonly isEventStream?: boolean;
    /** Documents pass through it and take their time: neither its body nor the whole request has a deadline. */
    readonly isTransfer?: boolean;
  }
  interface FastifyRequest {
    /** Set by the authentication of routes that need it. */
    principal: Principal | null;
    source: RequestSource | null;
    /** What is wrong with it, where it is counted before that is told. */
    invalidInput: Error | undefined;
    /** Until when (of `performance.now()`) services are waited for in this request. */
    deadlineAt: number;
    bodyAwaitedFrom: number;
    /** Of everything that is done for this request. */
    traceparent: string | undefined;
  }
}
