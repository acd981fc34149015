/** The style of the payment page: one column, readable on a small phone, light and dark. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: #1d1b16; --paper: #fbf8f1; --card: #fff; --gold: #96600f; --soft: #6b6558; --line: #e4ddcd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f4efe3; --paper: #16140f; --card: #211e17; --gold: #e0a83c; --soft: #a89f8c; --line: #3a352a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
header { color: var(--gold); font-weight: 700; letter-spacing: .08em; margin-bottom: 1rem; }
.card { background: var(--card); border-radius: 1rem; padding: 1.25rem; box-shadow: 0 1px 4px #0002; }
h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
p { margin: 0; color: var(--soft); }
dl { margin: 1.25rem 0 0; display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; align-items: baseline; }
dt { color: var(--soft); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.25rem; font-weight: 700; }
.reference { font-size: .75rem; }
a.pay { display: block; margin-top: 1.25rem; padding: .9rem; border-radius: .75rem; background: var(--gold);
  color: var(--paper); text-align: center; text-decoration: none; font-weight: 700; }
.invoice figure { margin: 1.25rem auto 0; max-width: 17rem; padding: .5rem; border-radius: .5rem; background: #fff; color: #000; }
.invoice svg { display: block; width: 100%; height: auto; fill: #000; }
.copying { margin-top: .75rem; padding: .75rem; border: 1px solid var(--line); border-radius: .75rem; }
.invoice code { display: block; font-size: .75rem; line-height: 1.4; overflow-wrap: anywhere; user-select: all; }
button.copy { width: 100%; margin-top: .75rem; padding: .65rem; border: 1px solid var(--gold); background: none; color: var(--gold); }
.copied:empty { display: none; }
.copied { margin-top: .5rem; text-align: center; font-size: .9rem; }
.afterwards { margin-top: 1rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: .875rem; }
form { display: grid; gap: .75rem; margin-top: 1.25rem; }
label { display: grid; gap: .25rem; color: var(--soft); }
input { padding: .7rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--paper); color: var(--ink); font: inherit; }
button { cursor: pointer; padding: .9rem; border: 0; border-radius: .75rem; background: var(--gold); color: var(--paper); font: inherit; font-weight: 700; }
[role=status] { margin-top: 1rem; }
[hidden] { display: none !important; }
`;
