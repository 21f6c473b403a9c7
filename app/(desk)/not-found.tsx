import type { Metadata } from 'next'
import { NotFoundState } from '#components/page/not-found-state.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

/** Shown inside the shell, so that its bar and links stay after a mistyped address. */
export default NotFoundState
