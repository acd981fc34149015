/** How long the Lightning network of the local stack may take, and what it is made of. */
export const lightningLimits = {
  /** On two free cores an empty cache takes seven minutes. */
  buildTimeoutMs: 20 * 60_000,
  nodeReadyTimeoutMs: 90_000,
  networkStepTimeoutMs: 90_000,
  /** A process whose own master has died ends within moments. */
  ownerEndTimeoutMs: 20_000,
  pollMs: 200,
  channelSats: 5_000_000,
  walletSats: 200_000_000,
  walletOutputs: 3,
  /** The chain node takes transactions with witnesses from block 432 on. */
  blocksBefore: 340,
  blocksFunded: 450,
  /** Nodes serve only on a chain whose last block is at most two hours old. */
  freshBlockMs: 3_600_000,
} as const;
