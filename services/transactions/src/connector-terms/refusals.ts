export type ConnectorTermsRefusal = "outdated" | "bounds-crossed";
