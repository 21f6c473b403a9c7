import { Moment } from '#components/page/moment.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { RECORDS_MAX, type ServiceNewsItem } from '#lib/portrait-api/service-news.ts'

const SHOWN_MAX = 20

/**
 * Differences between the service and its specification, for users who can contact the operator. Calls are named as
 * in the log.
 */
export async function ServiceNewsPanel({ news }: { news: ServiceNewsItem[] }) {
  const t = await getTranslations('serviceNews')
  const shown = news.slice(0, SHOWN_MAX)

  function toSentence({ field, expected, found, words }: ServiceNewsItem): string {
    if (words.length > 0) return t('word', { field, words: words.join(', ') })
    return t('other', { field, expected: t(`expected.${expected}`), found: t(`found.${found}`) })
  }

  function toRecords({ records: count }: ServiceNewsItem): string {
    return count < RECORDS_MAX ? t('records', { count }) : t('many', { count })
  }

  return (
    <Panel className="mt-5 grid gap-3 p-6">
      <h2 className="font-medium text-base">{t('title')}</h2>
      <p className="text-muted text-sm">{t('text')}</p>
      <ul aria-label={t('title')} className="grid gap-3 text-sm">
        {shown.map(item => (
          <li key={`${item.call} ${item.field} ${item.expected} ${item.found}`} className="grid gap-0.5">
            <span className="break-words font-medium">
              <UserText>{toSentence(item)}</UserText>
            </span>
            <span className="text-muted">
              {item.records > 0 && `${toRecords(item)} · `}
              <Moment at={new Date(item.lastSeenAt).toISOString()} />
            </span>
            <code className="break-all text-muted text-xs">{item.call}</code>
          </li>
        ))}
      </ul>
      {news.length > shown.length && (
        <p className="text-muted text-sm">{t('more', { count: news.length - shown.length })}</p>
      )}
    </Panel>
  )
}
