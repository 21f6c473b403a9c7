import { getTranslations } from '#lib/i18n/get-translations.ts'

/** The first element of every page, for keyboard users. */
export async function SkipLink() {
  const t = await getTranslations('app')
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:rounded-md focus:bg-panel focus:px-4 focus:py-2 focus:shadow-high"
    >
      {t('skipLink')}
    </a>
  )
}
