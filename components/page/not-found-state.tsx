import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { SearchIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** Page for an unknown address, with a link to the projects. */
export async function NotFoundState() {
  const t = await getTranslations('app')
  return (
    <EmptyState
      level="h1"
      title={t('notFound.title')}
      mark={<Icon of={SearchIcon} />}
      action={
        <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
          {t('backToProjects')}
        </Link>
      }
    >
      {t('notFound.text')}
    </EmptyState>
  )
}
