import { PageHeader } from '#components/page/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { SignedInSession } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getEnv } from '#lib/settings/env.ts'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'
import { SingleKeysSwitch } from './single-keys-switch.tsx'

type AccountScreenProps = { user: User; sessions: SignedInSession[]; provider: string | null }

/** Screen of the user's own account: identity, role, and signed-in browsers. */
export async function AccountScreen({ user, sessions, provider }: AccountScreenProps) {
  const t = await getTranslations('account')
  const role = (await getTranslations('accounts'))(`roles.${user.role}`)
  const { quotas, sessionIdleMs, sessionMs } = getEnv()
  const limits = { places: quotas.sessions, idleMs: sessionIdleMs, mostMs: sessionMs }
  const issued = sessions.some(session => session.current && session.method === 'oidc')
  return (
    <>
      <PageHeader title={t('title')} facts={<UserText>{user.email}</UserText>} />
      <div className="mt-5 grid max-w-3xl gap-5">
        <Panel className="px-6 py-5">
          <h2 className="text-lg">
            {t('role')}: {role}
          </h2>
          <p className="mt-0.5 text-muted">{t(`mayDo.${user.role}`)}</p>
        </Panel>
        <Panel className="px-6 py-5">
          <h2 className="text-lg">{t('password.title')}</h2>
          {issued ? (
            <p className="mt-0.5 text-muted">{t('password.singleSignOn', { name: provider ?? '' })}</p>
          ) : (
            <PasswordForm email={user.email} />
          )}
        </Panel>
        <Panel className="px-6 py-5">
          <h2 className="text-lg">{t('keys.title')}</h2>
          <SingleKeysSwitch />
        </Panel>
        <Panel>
          <SessionList sessions={sessions} limits={limits} />
        </Panel>
      </div>
    </>
  )
}
