import type { Metadata } from 'next'
import Link from 'next/link'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

export default async function NotFoundPage() {
  const t = await getTranslations('app')
  return (
    <main id="content" className="grid grow place-content-center">
      <EmptyState
        level="h1"
        title={t('notFound.title')}
        action={
          <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
            {t('backToProjects')}
          </Link>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  )
}
