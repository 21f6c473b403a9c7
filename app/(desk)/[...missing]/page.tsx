import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

/** An address that was mistyped anywhere: inside the shell, so that its bar and its ways on stay. */
export default function MissingPage() {
  notFound()
}
