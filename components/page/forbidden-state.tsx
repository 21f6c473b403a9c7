import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** Shown to users without administrator rights on a page for administrators. */
export async function ForbiddenState({ title, children }: { title: string; children: string }) {
  const t = await getTranslations('app')
  return (
    <EmptyState
      level="h1"
      title={title}
      action={
        <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
          {t('backToProjects')}
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}
