import { Html } from '#lib/text/html.ts'

/**
 * The styles of the report, a file without the desk's style sheet. They use the colours of `app/styles/tokens.css` by
 * role, for light and dark screens, and light ones on paper.
 */
export const REPORT_STYLE = new Html(`
:root {
  color-scheme: light dark;
  --surface: light-dark(oklch(0.985 0.002 265), oklch(0.17 0.008 265));
  --panel: light-dark(oklch(1 0 0), oklch(0.205 0.009 265));
  --line: light-dark(oklch(0.922 0.004 265), oklch(0.285 0.012 265));
  --text: light-dark(oklch(0.22 0.012 265), oklch(0.95 0.004 265));
  --muted: light-dark(oklch(0.48 0.014 265), oklch(0.72 0.014 265));
  --positive: light-dark(oklch(0.47 0.11 155), oklch(0.78 0.12 155));
  --danger: light-dark(oklch(0.51 0.18 25), oklch(0.75 0.13 22));
  --warning: light-dark(oklch(0.5 0.105 70), oklch(0.81 0.11 80));
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--surface);
  color: var(--text);
  font: 15px/1.5 Inter, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums;
}
main { max-width: 76rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.25rem; font-size: 1.1rem; }
p { margin: 0; }
.kicker { margin-bottom: 0.25rem; color: var(--muted); font-weight: 600; }
.quiet, footer, dt { color: var(--muted); }
.quiet { max-width: 46rem; }
.count { color: var(--muted); font-weight: 400; }
dl { display: flex; flex-wrap: wrap; gap: 0.5rem 2.5rem; margin: 0 0 0.75rem; }
dt { font-size: 0.85rem; }
dd { margin: 0; font-weight: 500; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 0.75rem; margin: 1.75rem 0; padding: 0; list-style: none; }
.tiles a { display: block; height: 100%; padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); color: var(--muted); text-decoration: none; }
.tiles a[href]:hover { border-color: var(--muted); }
:focus-visible { outline: 2px solid var(--muted); outline-offset: 2px; }
.tiles strong { display: block; color: var(--text); font-size: 1.75rem; font-weight: 650; line-height: 1.2; }
.tiles .good strong { color: var(--positive); }
.tiles .bad strong { color: var(--danger); }
.tiles .odd strong { color: var(--warning); }
.how p { max-width: 46rem; }
section { margin-top: 2.25rem; }
table { width: 100%; margin-top: 0.9rem; border-collapse: separate; border-spacing: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
th, td { padding: 0.5rem 0.9rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--muted); font-size: 0.85rem; font-weight: 600; overflow-wrap: normal; }
tbody tr:last-child td { border-bottom: 0; }
.name { width: 20%; }
.number { width: 9.5rem; }
.day, .end { white-space: nowrap; }
.end { text-align: end; }
.file + .file { margin-top: 0.35rem; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
code { display: block; color: var(--muted); font-size: 0.88em; }
footer { margin-top: 1rem; font-size: 0.85rem; }
@media (max-width: 44rem) {
  main { padding: 1.5rem 1rem 3rem; }
  .tiles { grid-template-columns: 1fr 1fr; }
  table, thead, tbody, tr, td { display: block; }
  thead { display: none; }
  td[data-label]::before { color: var(--muted); content: attr(data-label) ": "; }
  .end .file { display: inline; }
  tr { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td, .number, .end { width: auto; padding: 0.1rem 0.9rem; border: 0; text-align: start; }
}
@media print {
  :root { color-scheme: only light; }
  body { background: none; font-size: 9.5pt; }
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  .tiles { grid-template-columns: repeat(4, 1fr); margin: 1rem 0; }
  .tiles strong { font-size: 16pt; }
}
`)
