const light = `--paper:#fff;--card:#fff;--ink:#1c2127;--soft:#5b6570;--line:#d9dee4;--edge:#e5e9ee;--head:#f4f6f8;
--one:#0b6e99;--two:#d1620a;--three:#3c8d40;--four:#8a4fb0;--five:#a0522d`;
const dark = `--paper:#14181d;--card:#1b2027;--ink:#e8ebef;--soft:#a2adb8;--line:#38414b;--edge:#2c343d;--head:#232a32;
--one:#5bb8e0;--two:#f19a4d;--three:#7cc680;--four:#c59be3;--five:#d9a27e`;

/** Light or dark as its reader has it, black on white on paper. */
export const reportStyle = `
:root{color-scheme:light dark;${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main,header,footer{max-width:70rem;margin:0 auto;padding:1rem 1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0 .25rem}
h2{font-size:1.2rem;line-height:1.3;margin:0 0 .75rem}
p{margin:.25rem 0}
.soft,figcaption,footer,dd small{color:var(--soft)}
a{color:var(--one)}
nav ol{columns:2;column-gap:2rem;padding-left:1.25rem;margin:1rem 0}
nav li{break-inside:avoid;padding:.1rem 0}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.75rem;margin:1rem 0}
dl div{border:1px solid var(--edge);border-radius:.5rem;padding:.6rem .8rem;background:var(--card)}
dt{color:var(--soft);font-size:.85rem}
dd{margin:0;font-size:1.35rem;font-variant-numeric:tabular-nums}
dd small{font-size:.85rem}
section{border:1px solid var(--edge);border-radius:.5rem;background:var(--card);padding:1rem 1.25rem;margin:0 0 1.25rem}
.pictures{display:grid;gap:1.25rem}
figure{margin:0;min-width:0}
figcaption{font-size:.9rem;margin-bottom:.25rem}
svg{display:block;width:100%;height:auto}
.narrow{display:none}
.rows{overflow:auto;max-height:26rem;margin-top:1rem;border:1px solid var(--edge);border-radius:.35rem}
.rows:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--one);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .65rem;text-align:left;white-space:nowrap;border-bottom:1px solid var(--edge)}
tbody tr:last-child td{border-bottom:0}
th{position:sticky;top:0;background:var(--head);font-weight:600;vertical-align:bottom}
th small{display:block;font-weight:400;color:var(--soft)}
.number{text-align:right}
details{margin-top:.75rem;font-size:.88rem}
summary{cursor:pointer;color:var(--soft)}
pre{overflow:auto;font-size:.8rem;line-height:1.4;padding:.75rem;background:var(--head);border-radius:.35rem}
details ul{padding-left:1.25rem;margin:.5rem 0}
@media (max-width:40rem){
 body{font-size:14px}nav ol{columns:1}section{padding:.9rem .8rem}main,header,footer{padding:.75rem .8rem}
 .wide{display:none}.narrow{display:block}dd{font-size:1.15rem}dl{grid-template-columns:1fr 1fr}
}
@media print{
 :root{color-scheme:light;${light}}
 @page{margin:14mm 12mm}
 body{font-size:10pt}main,header,footer{max-width:none;padding:0}
 nav,details{display:none}.wide{display:block}.narrow{display:none}
 section{border:0;padding:0;margin:0 0 8mm}h2{break-after:avoid}figure{break-inside:avoid}
 .rows{max-height:none;overflow:visible;border:0}table{font-size:8pt}th{position:static}thead{display:table-header-group}
 tr{break-inside:avoid}th,td{padding:.15rem .4rem}
}
`;
