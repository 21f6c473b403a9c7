import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('app'))('notFound.pageTitle') }
}

/** Catches every unknown address inside the shell, so that its bar and links stay. */
export default function MissingPage() {
  notFound()
}
