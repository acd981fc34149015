import { publishingServices } from "@sanu/contracts";
import type { ProgramName } from "@sanu/local-stack";

/** The five services, which a fault run kills and stops. */
export type ServiceName = Exclude<ProgramName, "sandbox">;
export const serviceNames: readonly ServiceName[] = [...publishingServices, "gateway-api"];

/** The services that call providers. */
export type Caller = "payments" | "payouts";
