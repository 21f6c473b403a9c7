import { getNonce } from '#lib/http/get-nonce.ts'
import { getIntlConfig } from '#lib/i18n/get-intl-config.ts'

/**
 * What a browser does while it waits for styles and scripts and has nothing to do. The first number and the first date that
 * it writes cost it 20 ms of processor time, on a phone 80, and would be written while the page becomes alive. An `async`
 * module, because any other script in a page waits for the styles itself and makes the page wait.
 * See docs/decisions/026-first-paint.md.
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
