export type Checked =
  | "settings"
  | "credentials"
  | "clock"
  | "callbacks"
  | "balance"
  | "statement"
  | "node"
  | "rights"
  | "channels";

/** `open`: it was not looked at, or what was answered proves nothing. */
export interface Finding {
  readonly checked: Checked;
  readonly verdict: "fine" | "wrong" | "open";
  readonly said: string;
  /** What to do about it; null where nothing is to be done. */
  readonly advice: string | null;
}

export const fine = (checked: Checked, said: string): Finding => ({
  checked,
  verdict: "fine",
  said,
  advice: null,
});
export const wrong = (checked: Checked, said: string, advice: string): Finding => ({
  checked,
  verdict: "wrong",
  said,
  advice,
});
export const open = (checked: Checked, said: string, advice: string): Finding => ({
  checked,
  verdict: "open",
  said,
  advice,
});
