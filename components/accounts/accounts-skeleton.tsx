import { RowsSkeleton } from '#components/page/rows-skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function AccountsSkeleton() {
  const t = await getTranslations('accounts')
  return (
    <RowsSkeleton
      title={t('title')}
      rows={5}
      panel="mt-[4.75rem]"
      row="h-12 gap-8"
      bars={['w-56', 'w-24', 'w-20']}
    />
  )
}
