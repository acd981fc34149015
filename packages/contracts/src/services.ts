/** The services that keep a log and publish facts. The gateway owns nothing and publishes nothing. */
export const publishingServices = ["identity", "transactions", "payments", "payouts"] as const;

export type PublishingService = (typeof publishingServices)[number];
