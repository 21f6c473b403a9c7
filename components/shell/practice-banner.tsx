import { getTranslations } from '#lib/i18n/get-translations.ts'

/** On every page of practice mode, so that nobody takes made-up people for real ones. */
export async function PracticeBanner() {
  const t = await getTranslations('app')
  return (
    <aside
      aria-label={t('practiceLabel')}
      className="border-line border-b bg-warning-soft px-4 py-1.5 text-center text-sm"
    >
      {t('practice')}
    </aside>
  )
}
