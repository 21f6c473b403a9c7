/**
 * What pages begin with that are files of their own, without the desk's style sheet: its colours by role (`app/styles/tokens.css`), once
 * for light and once for dark, and its letters.
 */
export const STANDALONE_STYLE = `
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
}`
