import { Alert } from '#components/ui/alert.tsx'
import { Panel } from '#components/ui/panel.tsx'
import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import type { Connection, User } from '#lib/contracts/session.ts'
import { findAskedSource } from '#lib/employees/service-bond.ts'
import { listForwardingHints } from '#lib/http/forwarding-hints.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import type { ServiceNewsItem } from '#lib/portrait-api/service-news.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { listAdministrators } from '#lib/session/accounts/manage-accounts.ts'
import { canConnect } from '#lib/session/permissions.ts'
import { ConnectionPanel } from './connection-panel.tsx'
import { OtherSourcePanel } from './other-source-panel.tsx'
import { ServiceNewsPanel } from './service-news-panel.tsx'

/** A name that is the same in every language. */
const FORWARDED = 'X-Forwarded-For'

type ConnectScreenProps = {
  user: User
  connection: Connection
  reason?: ConnectReason | undefined
  /** Current state of the service; undefined without a key. */
  service: ServiceState | undefined
  returnTo?: string | undefined
  /** In practice mode the page of the simulated service, which opens on the desk's computer. */
  practicePage: string | null
  /** Differences between the service and its specification; shown to administrators only. */
  news: ServiceNewsItem[]
}

/** Page for entering the service's key, with an explanation of what a key is and where to get one. */
export async function ConnectScreen({ user, news, ...rest }: ConnectScreenProps) {
  const t = await getTranslations('connect')
  const forwarding = await getTranslations('forwarding')
  const allowed = canConnect(user)
  const hints = allowed ? listForwardingHints() : []
  return (
    <div className="mx-auto w-full max-w-lg pt-4 sm:pt-10">
      <h1 className="mb-5 text-xl">{rest.connection.connected ? t('pageTitle') : t('title')}</h1>
      {hints.map(({ problem, ...values }) => (
        <Alert key={problem} tone="warning" title={forwarding(`${problem}.title`)} className="mb-5">
          {forwarding(`${problem}.text`, { header: FORWARDED, ...values })}
        </Alert>
      ))}
      {allowed && (await findAskedSource()) && <OtherSourcePanel />}
      <Panel className="p-6">
        <ConnectionPanel
          allowed={allowed}
          administrators={allowed ? [] : await listAdministrators()}
          {...rest}
        />
      </Panel>
      {allowed && news.length > 0 && <ServiceNewsPanel news={news} />}
    </div>
  )
}
