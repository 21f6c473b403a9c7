import { DeliveriesScreen } from '#components/deliveries/deliveries-screen.tsx'
import { paths } from '#lib/address/paths.ts'
import { toDeliveries } from '#lib/deliveries/manage/to-delivery.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getBackgroundClient } from '#lib/session/connection/connection.ts'
import { canManageDeliveries } from '#lib/session/permissions.ts'
import { getDeliveryStore } from '#lib/store/delivery-store.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('deliveries'))('title'))

export default async function DeliveriesPage() {
  const user = await requirePageUser(paths.deliveries())
  const rows = await getDeliveryStore().list()
  const [deliveries, client] = await Promise.all([toDeliveries(rows, user), getBackgroundClient()])
  return (
    <DeliveriesScreen
      deliveries={deliveries}
      mayManage={canManageDeliveries(user)}
      hasKey={client !== null}
    />
  )
}
