import { getNonce } from '#lib/http/get-nonce.ts'
import { getIntlConfig } from '#lib/i18n/get-intl-config.ts'

/**
 * Formats a number and a date while the browser waits for styles and scripts. The first use of each formatter costs 20
 * ms of processor time, 80 ms on a phone, which would otherwise delay hydration. It is an `async` module, because any
 * other script in a page waits for the styles and makes the page wait. See docs/decisions/026-first-paint.md.
 */
export async function WarmFormats() {
  const { locale, timeZone } = await getIntlConfig()
  const date = JSON.stringify({ dateStyle: 'short', timeZone })
  return (
    <script type="module" async nonce={await getNonce()}>
      {`new Intl.NumberFormat("${locale}");new Intl.DateTimeFormat("${locale}",${date})`}
    </script>
  )
}
