import { redirect } from 'next/navigation'
import { FailedState } from '#components/page/failed-state.tsx'
import { tryDesk } from '#components/page/try-desk.ts'
import { AccountScreen } from '#components/session/account-screen.tsx'
import { paths } from '#lib/address/paths.ts'
import { getPageSession } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { listOwnSessions } from '#lib/session/sessions/own-sessions.ts'
import { getEnv } from '#lib/settings/env.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('account'))('pageTitle'))

export default async function AccountPage() {
  const session = (await getPageSession()) ?? redirect(paths.signIn(paths.account()))
  const { data, error } = await tryDesk(() => listOwnSessions(session))
  if (error) return <FailedState level="h1" failure={error} />
  return <AccountScreen user={session.user} sessions={data} provider={getEnv().oidc?.name ?? null} />
}
