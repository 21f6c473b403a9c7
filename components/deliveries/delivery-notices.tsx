import { Alert } from '#components/ui/alert.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { DeliveryNews } from '#lib/deliveries/manage/delivery-news.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'

/** Notices of deliveries on the start page: runs to review, failures, and removals to do by hand. */
export async function DeliveryNotices({ news }: { news: DeliveryNews[] }) {
  const t = await getTranslations('deliveryNews.attention')
  return news.map(({ id, name, what, count }) => (
    <Alert
      key={`${id} ${what}`}
      tone={what === 'failed' ? 'danger' : 'warning'}
      action={
        <Link href={paths.delivery(id)} className="rounded-sm px-2 py-1 underline underline-offset-2">
          {t('show')}
        </Link>
      }
    >
      {what === 'by_hand' ? t('by_hand', { name, count }) : t(what, { name })}
    </Alert>
  ))
}
