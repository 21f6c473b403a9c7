import { RowsSkeleton } from '#components/page/rows-skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function ActivitySkeleton() {
  const t = await getTranslations('activity')
  return (
    <RowsSkeleton
      title={t('title')}
      rows={8}
      panel="mt-[4.25rem]"
      row="h-16 gap-6"
      bars={['w-36', 'w-48', 'w-80']}
    />
  )
}
