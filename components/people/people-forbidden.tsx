import Link from 'next/link'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'

/** What somebody sees who is no administrator. */
export async function PeopleForbidden() {
  const t = await getTranslations('people.forbidden')
  const back = (await getTranslations('app'))('backToProjects')
  return (
    <EmptyState
      level="h1"
      title={t('title')}
      action={
        <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
          {back}
        </Link>
      }
    >
      {t('text')}
    </EmptyState>
  )
}
