import { describe, expect, it } from "vitest";
import { measuredCalls } from "./measured-calls.ts";
import { createMetrics } from "./metrics.ts";

describe("the metrics of a service", () => {
  it("tell lag, failures and the age of the oldest unread fact of every consumer", async () => {
    const metrics = createMetrics("payouts");

    metrics.consumers.setLag("payouts-from-transactions", 3);
    metrics.consumers.setOldestUnread("payouts-from-transactions", 1_500);
    metrics.consumers.countFailure("payouts-from-transactions", "transient");
    metrics.consumers.countHandled("payouts-from-transactions", 2);
    metrics.consumers.setParked("payouts-from-transactions", 1);
    const { text, contentType } = await metrics.scrape();
    metrics.close();

    const group = 'group="payouts-from-transactions"';
    expect(contentType).toContain("text/plain");
    expect(text).toContain(`sanu_consumer_lag{${group},service="payouts"} 3`);
    expect(text).toContain(`sanu_consumer_oldest_unread_seconds{${group},service="payouts"} 1.5`);
    expect(text).toContain(
      `sanu_consumer_failures_total{${group},cause="transient",service="payouts"} 1`,
    );
    expect(text).toContain(`sanu_consumer_handled_total{${group},service="payouts"} 2`);
    expect(text).toContain(`sanu_consumer_parked{${group},service="payouts"} 1`);
  });

  it("tell a value of one service as it is when somebody looks", async () => {
    const metrics = createMetrics("transactions");
    let value = 1;
    metrics.watch("sanu_example", "An example.", () => value);
    value = 2;
    const { text } = await metrics.scrape();
    metrics.close();

    expect(text).toContain('sanu_example{service="transactions"} 2');
  });

  it("tell how far the relay is behind", async () => {
    const metrics = createMetrics("payments");

    metrics.relay.setLag(7);
    metrics.relay.setOldestUnpublished(250);
    metrics.relay.setOpenTransactions({ open: 3, hidden: 2, oldestMs: 4_000 });
    metrics.relay.setLeading(true);
    metrics.relay.countPublished(500);
    metrics.relay.countFailure("sequence");
    const { text } = await metrics.scrape();
    metrics.close();

    expect(text).toContain('sanu_relay_lag{service="payments"} 7');
    expect(text).toContain('sanu_relay_oldest_unpublished_seconds{service="payments"} 0.25');
    expect(text).toContain('sanu_relay_oldest_transaction_seconds{service="payments"} 4');
    expect(text).toContain('sanu_relay_open_transactions{start="hidden",service="payments"} 2');
    expect(text).toContain('sanu_relay_leading{service="payments"} 1');
    expect(text).toContain('sanu_relay_published_total{service="payments"} 500');
    expect(text).toContain('sanu_relay_failures_total{cause="sequence",service="payments"} 1');
  });

  it("sort requests, questions and outside calls into durations", async () => {
    const metrics = createMetrics("gateway-api");

    metrics.requests.observe({ method: "POST", route: "/a", status: "201" }, 30);
    metrics.serviceRequests.observe({ side: "client", request: "b", outcome: "replied" }, 2);
    metrics.outsideCalls.observe({ target: "sandbox", operation: "c", outcome: "unknown" }, 8_000);
    const { text } = await metrics.scrape();
    metrics.close();

    expect(text).toMatch(/sanu_http_request_seconds_bucket\{le="0.025",[^}]*route="\/a"[^}]*\} 0/);
    expect(text).toMatch(/sanu_http_request_seconds_bucket\{le="0.05",[^}]*route="\/a"[^}]*\} 1/);
    expect(text).toMatch(/sanu_service_request_seconds_count\{[^}]*request="b"[^}]*\} 1/);
    expect(text).toMatch(/sanu_outside_call_seconds_sum\{[^}]*operation="c"[^}]*\} 8/);
  });

  it("measure calls to a provider by their outcome, and pass the answers on", async () => {
    const metrics = createMetrics("payouts");
    const measured = measuredCalls("sandbox", metrics.outsideCalls);
    const answer = { kind: "unknown", cause: "no-response" } as const;
    expect(await measured("send", Promise.resolve(answer))).toBe(answer);
    const { text } = await metrics.scrape();
    metrics.close();

    expect(text).toMatch(
      /sanu_outside_call_seconds_count\{[^}]*target="sandbox",operation="send",outcome="unknown"[^}]*\} 1/,
    );
  });

  it("of two services in one process stay apart", async () => {
    const [one, other] = [createMetrics("payments"), createMetrics("payouts")];

    one.relay.setLag(7);
    const { text } = await other.scrape();
    one.close();
    other.close();

    expect(text).toContain('sanu_relay_lag{service="payouts"} 0');
  });

  it("include the delay of the event loop, and the process only where it is asked for", async () => {
    const plain = createMetrics("identity");
    const whole = createMetrics("identity", { processMetrics: true });

    await new Promise((resolve) => setTimeout(resolve, 30));
    const texts = [await plain.scrape(), await whole.scrape()].map(({ text }) => text);
    plain.close();
    whole.close();

    expect(texts[0]).toContain('sanu_event_loop_delay_seconds{quantile="p99"');
    expect(texts[0]).not.toContain("process_resident_memory_bytes");
    expect(texts[1]).toContain("process_resident_memory_bytes");
  });
});

describe("a scraper that accepts OpenMetrics", () => {
  const accept = "application/openmetrics-text;version=1.0.0,text/plain;q=0.5";
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const labels = { method: "POST", route: "/a", status: "201" };

  it("is shown a sampled trace as an example of its bucket, and no other", async () => {
    const metrics = createMetrics("gateway-api");
    metrics.requests.observe(labels, 30, `00-${traceId}-00f067aa0ba902b7-01`);
    metrics.requests.observe({ ...labels, route: "/b" }, 30, `00-${traceId}-00f067aa0ba902b7-00`);
    const { text, contentType } = await metrics.scrape(accept);
    metrics.close();

    expect(contentType).toContain("application/openmetrics-text");
    expect(text).toMatch(/le="0.05",[^}]*route="\/a"[^}]*\} 1 # \{trace_id="4bf92f3577b3/);
    expect(text.match(/trace_id/g)).toHaveLength(1);
    expect(text).toMatch(/# EOF\n$/);
  });

  it("and one that does not are shown the same counters, whoever comes first", async () => {
    const metrics = createMetrics("gateway-api");
    metrics.relay.countPublished(3);
    const texts = [];
    for (const type of [accept, undefined, accept]) texts.push((await metrics.scrape(type)).text);
    metrics.close();

    for (const text of texts) {
      expect(text).toContain('\nsanu_relay_published_total{service="gateway-api"} 3');
    }
    expect(texts[0]).toContain("# TYPE sanu_relay_published counter");
    expect(texts[1]).toContain("# TYPE sanu_relay_published_total counter");
  });
});
