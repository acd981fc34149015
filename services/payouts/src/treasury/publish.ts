import { FloatReported as FloatReportedFact } from "@sanu/contracts";
import { type PublicFact, publicFact } from "@sanu/platform";
import type { FloatReported } from "./events.ts";

export function publishReport({ type: _type, v: _v, ...data }: FloatReported): PublicFact {
  return publicFact(FloatReportedFact, data);
}
