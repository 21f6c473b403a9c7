import { getNonce } from '#lib/http/get-nonce.ts'
import { getIntlConfig } from '#lib/i18n/get-intl-config.ts'

/**
 * Next runs the scripts of this list one after the other and a task each, and makes the page alive after the last: with an
 * empty one, the scripts of the page are one task and what they do with it is another.
 * See docs/decisions/026-first-paint.md.
 */
const BREATHE = '(self.__next_s??=[]).push([0,{children:""}])'

/**
 * What a browser does while it waits for styles and scripts and has nothing to do. The first number and the first date that
 * it writes cost it 20 ms of processor time, on a phone 80, and would be written while the page becomes alive. An `async`
 * module, because any other script in a page waits for the styles itself and lets the page wait.
 */
export async function EarlyWork() {
  const { locale, timeZone } = await getIntlConfig()
  const date = JSON.stringify({ dateStyle: 'short', timeZone })
  const formats = `new Intl.NumberFormat("${locale}");new Intl.DateTimeFormat("${locale}",${date})`
  return (
    <script type="module" async nonce={await getNonce()}>
      {`${BREATHE};${formats}`}
    </script>
  )
}
