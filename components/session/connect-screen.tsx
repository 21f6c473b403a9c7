import { Panel } from '#components/ui/panel.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import type { Connection, ConnectReason, User } from '#lib/session/contract.ts'
import { canConnect } from '#lib/session/permissions.ts'
import { ConnectionPanel } from './connection-panel.tsx'

type ConnectScreenProps = {
  user: User
  connection: Connection
  reason?: ConnectReason | undefined
  returnTo?: string | undefined
}

/** What is a key, where do I get one, is it safe? */
export async function ConnectScreen({ user, ...rest }: ConnectScreenProps) {
  const t = await getTranslations('connect')
  return (
    <div className="mx-auto w-full max-w-lg pt-4 sm:pt-10">
      <h1 className="mb-5 text-xl">{t('title')}</h1>
      <Panel className="p-6">
        <ConnectionPanel allowed={canConnect(user)} {...rest} />
      </Panel>
    </div>
  )
}
