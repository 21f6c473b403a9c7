import { RowsSkeleton } from '#components/page/rows-skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function ExportsSkeleton() {
  const t = await getTranslations('exports.history')
  return (
    <RowsSkeleton title={t('title')} rows={6} panel="mt-5" row="h-20 gap-6" bars={['w-24', 'w-64', 'w-40']} />
  )
}
