/** The sandbox knows a key for ever, like the providers it stands for: the same call may be sent again. */
export const sandboxRail = {
  provider: "sandbox",
  retryRule: "resend-same-key",
  reversibleForMs: 0,
} as const;

/** Its mobile-money gateway can change its word for thirty days; what Lightning or the chain has settled stays. */
export const sandboxGateway = { ...sandboxRail, reversibleForMs: 2_592_000_000 } as const;
