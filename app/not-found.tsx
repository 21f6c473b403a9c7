import type { Metadata } from 'next'
import { NotFoundState } from '#components/page/not-found-state.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

export default function NotFoundPage() {
  return (
    <main id="content" className="grid grow place-content-center">
      <NotFoundState />
    </main>
  )
}
