import { z } from 'zod'
import { ConnectScreen } from '#components/session/connect-screen.tsx'
import type { SearchParams } from '#lib/address/address-state.ts'
import { paths } from '#lib/address/paths.ts'
import { CONNECT_REASONS } from '#lib/contracts/connect-reasons.ts'
import { getPageClient, getPageConnection, requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { lookAtService } from '#lib/service/service-state.ts'
import { getEnv } from '#lib/settings/env.ts'

const whySchema = z.object({
  reason: z.enum(CONNECT_REASONS).optional().catch(undefined),
  returnTo: z.string().optional().catch(undefined),
})

export const generateMetadata = titleForUsers(async () => (await getTranslations('connect'))('pageTitle'))

export default async function ConnectPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const why = whySchema.parse(await searchParams)
  const user = await requirePageUser(paths.connect(why))
  const client = await getPageClient()
  const service = client ? await lookAtService(client, { says: why.reason !== undefined }) : undefined
  const { practice, sandboxPort } = getEnv()
  const news = client?.news.list() ?? []
  return (
    <ConnectScreen
      user={user}
      connection={await getPageConnection()}
      service={service}
      news={news}
      practicePage={practice ? `http://127.0.0.1:${sandboxPort}/portal` : null}
      {...why}
    />
  )
}
