import { wholeSetting } from "../config/settings.ts";

export const connectorTermsSettings = {
  /** A replica reads what the staff says of providers again after this: by then all of them obey. */
  CONNECTOR_TERMS_KEPT_MS: wholeSetting(0, 60_000).default(1_000),
};
