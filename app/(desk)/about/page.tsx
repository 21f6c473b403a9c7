import { redirect } from 'next/navigation'
import { AboutScreen } from '#components/about/about-screen.tsx'
import { paths } from '#lib/address/paths.ts'
import { getPageSession } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('about'))('title'))

export default async function AboutPage() {
  if (!(await getPageSession())) redirect(paths.signIn(paths.about()))
  return <AboutScreen />
}
