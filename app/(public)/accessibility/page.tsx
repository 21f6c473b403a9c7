import type { Metadata } from 'next'
import { AccessibilityScreen } from '#components/about/accessibility-screen.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('accessibility'))('title') }
}

/** Open to everyone: users who cannot sign in must be able to read it too. */
export default function AccessibilityPage() {
  return <AccessibilityScreen />
}
