import { createHash } from 'node:crypto'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { PAGE_HEADERS } from '#lib/http/prepare-request.ts'
import { MESSAGES } from '#lib/i18n/messages.ts'
import type { AppLocale } from '#lib/locales.ts'
import type { Theme } from '#lib/preferences/themes.ts'
import { Html, html } from '#lib/text/html.ts'
import { STANDALONE_STYLE } from '#lib/text/standalone-style.ts'

/** How long a desk that does not answer is left alone before it is asked again. */
const LOOK_AGAIN_MS = 3_000

const STYLE = `${STANDALONE_STYLE}
:root { --accent-text: light-dark(oklch(0.45 0.16 266), oklch(0.77 0.11 266)); }
[data-theme="light"] { color-scheme: light; }
[data-theme="dark"] { color-scheme: dark; }
body {
  display: grid;
  place-content: center;
  min-height: 100dvh;
  font-size: 1rem;
  text-align: center;
}
main { max-width: 31rem; padding: 1.5rem; }
h1 { margin: 0 0 0.375rem; font-size: 1.125rem; line-height: 1.4; }
p { margin: 0 0 1rem; color: var(--muted); text-wrap: balance; }
.waiting::before {
  content: "";
  display: inline-block;
  box-sizing: border-box;
  width: 1em;
  height: 1em;
  margin-inline-end: 0.5em;
  border: 2px solid var(--line);
  border-block-start-color: var(--muted);
  border-radius: 50%;
  vertical-align: -0.15em;
  animation: turn 1s linear infinite;
}
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { .waiting::before { animation: none; } }
a { color: var(--accent-text); }
`

export type OfflinePageOptions = {
  locale: AppLocale
  theme: Theme
  appName: string
}

/**
 * What stands in place of any page while the desk cannot be reached: a whole page in itself, for nothing more can be fetched. It opens
 * the page that was asked for as soon as the desk answers.
 */
export function writeOfflinePage({ locale, theme, appName }: OfflinePageOptions) {
  const { offline, tryAgain } = MESSAGES[locale].app
  const script = `
async function look() {
  const answer = await fetch('${toAddress(paths.api.live())}', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) location.reload()
}
setInterval(look, ${LOOK_AGAIN_MS})
addEventListener('online', look)
`
  const page = html`<!doctype html>
<html lang="${locale}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${offline.title} · ${appName}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${offline.title}</h1>
<p>${offline.text}</p>
<p class="waiting">${offline.trying}</p>
<a href="">${tryAgain}</a>
</main>
<script>${new Html(script)}</script>
</body>
</html>
`
  const headers = {
    ...PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(script),
  }
  return { body: page.text, headers }
}

/** Nothing but this page's own style and script, and the question whether the desk is there again. */
function policyOf(script: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(STYLE)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(source: string): string {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`
}
