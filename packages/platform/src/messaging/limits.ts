export const messagingLimits = {
  /** One try to connect: a network that loses packets is whole again before somebody says no. */
  dialTimeoutMs: 2_000,
  connectTimeoutMs: 8_000,
  reconnectWaitMs: 250,
  /** One that is not answered before the next is due ends the connection: two to four seconds behind what cut it. */
  pingIntervalMs: 2_000,
  pingsOpenMax: 1,
  /** A request may name less. */
  requestTimeoutMs: 5_000,
  /** More wait, and beyond `queueMax` are turned away. */
  concurrencyMax: 64,
  queueMax: 512,
  /** NATS's own default for a message. */
  payloadBytesMax: 1_048_576,
  /** Of the rows of a reply whose number alone does not bound it: the rest is for what stands beside them. */
  rowsBytesMax: 786_432,
} as const;

/** The oldest NATS server this system runs on. */
export const natsVersionMin = "2.12.0";
