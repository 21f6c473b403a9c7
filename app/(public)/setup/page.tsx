import type { Metadata } from 'next'
import { EntryFrame } from '#components/session/entry-frame.tsx'
import { LinkPanel } from '#components/session/link-panel.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { hasAdministrator } from '#lib/session/accounts/accounts.ts'
import { getEnv } from '#lib/settings/env.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('setup'))('pageTitle') }
}

export default async function SetupPage() {
  const { appName, localSignIn } = getEnv()
  const t = await getTranslations('setup')
  const gone = !localSignIn || (await hasAdministrator())
  return (
    <EntryFrame title={t('title', { name: appName })}>
      <LinkPanel kind="setup" gone={gone} />
    </EntryFrame>
  )
}
