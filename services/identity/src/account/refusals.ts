export type AccountRefusal =
  | "not-registered"
  | "not-verified"
  | "deactivated"
  | "suspended"
  | "kyc-already-pending"
  | "kyc-already-complete"
  | "kyc-already-decided"
  | "own-account"
  | "erasure-not-requested"
  | "key-ended"
  | "outdated"
  | "erased";
