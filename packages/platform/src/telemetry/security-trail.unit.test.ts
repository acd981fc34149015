import { describe, expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";
import { createSecurityTrail } from "./security-trail.ts";

describe("the trail of security events", () => {
  it("is a line and a count of each, with none of those that have not happened", async () => {
    const metrics = createMetrics("identity");
    const lines: unknown[] = [];
    const logger = { info: (line: unknown) => void lines.push(line) };
    const trail = createSecurityTrail({ logger, metrics }, ["login-failed", "code-failed"]);

    trail({ event: "login-failed", accountId: "id", network: "hash" });
    const { text } = await metrics.scrape();
    metrics.close();

    expect(lines).toEqual([{ securityEvent: "login-failed", accountId: "id", network: "hash" }]);
    expect(text).toContain('sanu_security_events_total{event="login-failed",service="identity"} 1');
    expect(text).toContain('sanu_security_events_total{event="code-failed",service="identity"} 0');
  });
});
