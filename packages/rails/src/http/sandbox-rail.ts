/** The sandbox knows a key for ever, like the providers it stands for: the same call may be sent again. */
export const sandboxRail = { provider: "sandbox", retryRule: "resend-same-key" } as const;
