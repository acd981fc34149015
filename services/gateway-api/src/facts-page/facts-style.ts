/** The style of the page of facts: one wide column, a table of each fact, lines below each other on a phone, light and dark, and print. */
export const factsStyle = `
:root { color-scheme: light dark; --ink: #1d1b16; --paper: #fbf8f1; --card: #fff; --gold: #96600f; --soft: #6b6558; --line: #e6dfcf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f4efe3; --paper: #16140f; --card: #211e17; --gold: #e0a83c; --soft: #a89f8c; --line: #3a3529; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header { color: var(--gold); font-weight: 700; letter-spacing: .08em; margin-bottom: 1rem; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .25rem; padding-top: 1rem; border-top: 2px solid var(--gold); }
h3 { font-size: 1.1rem; margin: 0; }
p { margin: .35rem 0; max-width: 44rem; }
a { color: var(--gold); }
nav p { max-width: none; font-size: .9rem; line-height: 1.9; }
article { background: var(--card); border-radius: .75rem; padding: 1rem 1.25rem; margin-top: 1rem; box-shadow: 0 1px 4px #0002; }
article:target { outline: 2px solid var(--gold); }
code, pre { font: .85em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
article > p code { color: var(--soft); }
.wide { overflow-x: auto; margin-top: .75rem; }
table { border-collapse: collapse; width: 100%; min-width: 34rem; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 400; }
td, th { padding: .35rem 1rem .35rem 0; vertical-align: top; border-bottom: 1px solid var(--line); }
td:nth-child(1) { width: 13rem; } td:nth-child(2) { width: 18rem; }
i { display: block; color: var(--soft); font-size: .8rem; }
summary { margin-top: .75rem; color: var(--soft); cursor: pointer; }
pre { overflow-x: auto; margin: .5rem 0 0; }
pre.answer { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--line); white-space: pre-wrap; }
nav a { white-space: nowrap; }
@media (max-width: 40rem) {
  table { min-width: 0; } thead { display: none; } tr, td { display: block; } tr { border-bottom: 1px solid var(--line); padding: .35rem 0; }
  td, td:nth-child(n) { width: auto; padding: 0; border: 0; } td:nth-child(1) { font-weight: 700; } td:nth-child(3) { color: var(--soft); }
}
@media print { details::details-content { content-visibility: visible; } article { box-shadow: none; break-inside: avoid; } nav { display: none; } }
`;
