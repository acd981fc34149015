import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Principal } from "../tokens/verified-tokens.ts";

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
    /** Its answer lasts as long as somebody looks; how long that is says nothing about us. */
    readonly isStream?: true;
  }
  interface FastifyRequest {
    /** Set by the authentication of routes that need it. */
    principal: Principal | null;
    /** Until when (of `performance.now()`) services are asked for this request. */
    deadlineAt: number;
    bodyAwaitedFrom: number;
  }
}
