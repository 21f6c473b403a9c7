import { notFound } from 'next/navigation'
import { DeliveryScreen } from '#components/deliveries/delivery-screen.tsx'
import { paths } from '#lib/address/paths.ts'
import { toDelivery } from '#lib/deliveries/manage/to-delivery.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { deliveryParams } from '#lib/http/path-params.ts'
import { canManageDeliveries, canRunDeliveries } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

type Params = { params: Promise<{ deliveryId: string }> }

export const generateMetadata = titleForUsers(
  async ({ params }: Params) => (await findDelivery(await params))?.name,
)

export default async function DeliveryPage({ params }: Params) {
  const { deliveryId } = await params
  const user = await requirePageUser(paths.delivery(deliveryId))
  const row = await findDelivery({ deliveryId })
  if (!row) notFound()
  return (
    <DeliveryScreen
      initial={await toDelivery(row, user)}
      mayManage={canManageDeliveries(user)}
      mayRun={canRunDeliveries(user)}
      timeZone={getEnv().timeZone}
    />
  )
}

async function findDelivery(params: { deliveryId: string }) {
  const parsed = deliveryParams.safeParse(params)
  return parsed.success ? getDeliveryStore().find(parsed.data.deliveryId) : null
}
