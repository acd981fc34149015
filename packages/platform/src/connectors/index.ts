export { type ConnectorTerms } from "./connector-terms.ts";
export { connectorTermsPart, whenConnectorTermsChanged } from "./follow-terms.ts";
export { connectorHandlers, type ListedConnectors } from "./list-connectors.ts";
export { type ProviderHealth, providerHealth } from "./provider-health.ts";
export { connectorTermsSettings } from "./settings.ts";
export { switchSources } from "./switch-sources.ts";
export { connectorTables } from "./tables.ts";
