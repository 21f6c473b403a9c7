import type { Metadata } from 'next'
import { ConnectScreen } from '#components/session/connect-screen.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'
import { getPageConnection, requirePageUser } from '#lib/session/page-guards.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('connect'))('pageTitle') }
}

export default async function ConnectPage() {
  const user = await requirePageUser(paths.connect())
  return <ConnectScreen user={user} connection={await getPageConnection(user)} />
}
