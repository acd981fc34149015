/** One colour for each program, in the order in which a purchase meets them. */
export const colourOf: Readonly<Record<string, string>> = {
  "gateway-api": "#3d6bce",
  identity: "#8a5cc2",
  transactions: "#0f8f83",
  payments: "#c2731a",
  payouts: "#b0417d",
};

export const otherColour = "#6b7280";

export const viewStyle = `<style>
:root { color-scheme: light dark; --line: #d9dce3; --soft: #666d7a; --bad: #c62828; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3f4a; --soft: #9aa2b1; --bad: #ff7b72; } }
body { font: 14px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1240px; padding: 20px; }
h1 { font-size: 20px; margin: 0 0 4px; }
p { margin: 4px 0 14px; color: var(--soft); }
svg { width: 100%; height: auto; display: block; margin: 8px 0 18px; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
svg line { stroke: var(--line); }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 42% 1fr; align-items: center; border-bottom: 1px solid var(--line); }
.row > div { min-width: 0; padding: 2px 0; }
summary { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; }
summary b { font-weight: 600; font-size: 12px; }
summary .ms { color: var(--soft); }
.bad { color: var(--bad); }
.lane { position: relative; height: 20px; }
.bar { position: absolute; top: 4px; height: 12px; min-width: 2px; border-radius: 3px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 1px 12px; margin: 4px 0 8px; font-size: 12px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
</style>`;
