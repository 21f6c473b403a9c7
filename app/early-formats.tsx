import { getNonce } from '#lib/http/get-nonce.ts'
import type { getIntlConfig } from '#lib/i18n/get-intl-config.ts'

type EarlyFormatsProps = Pick<Awaited<ReturnType<typeof getIntlConfig>>, 'locale' | 'timeZone'>

/**
 * The first number and the first date that a browser writes cost it 20 ms of processor time, on a phone 80, and would be
 * written while the page becomes alive. So it makes both while it waits for styles and scripts and has nothing to do: as an
 * `async` module, because any other script in a page waits for the styles itself and lets the page wait.
 */
export async function EarlyFormats({ locale, timeZone }: EarlyFormatsProps) {
  const date = JSON.stringify({ dateStyle: 'short', timeZone })
  const script = `new Intl.NumberFormat("${locale}");new Intl.DateTimeFormat("${locale}",${date})`
  return (
    <script
      type="module"
      async
      nonce={await getNonce()}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: two settings of the desk, the second one a checked time zone.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}
