import type { Metadata } from 'next'
import { NotFoundState } from '#components/page/not-found-state.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

/** Inside the shell: who mistyped an address keeps the bar and its ways on. */
export default NotFoundState
