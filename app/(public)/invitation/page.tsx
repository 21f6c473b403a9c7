import type { Metadata } from 'next'
import { EntryFrame } from '#components/session/entry-frame.tsx'
import { LinkPanel } from '#components/session/link-panel.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getEnv } from '#lib/settings/env.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('invitation'))('pageTitle') }
}

export default async function InvitationPage() {
  const { appName, localSignIn } = getEnv()
  const t = await getTranslations('invitation')
  const gone = !localSignIn
  return (
    <EntryFrame title={t('title', { name: appName })}>
      <LinkPanel kind="invitation" gone={gone} />
    </EntryFrame>
  )
}
