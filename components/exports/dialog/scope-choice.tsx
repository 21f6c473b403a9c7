'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { ExportSubject } from './export-subject.ts'
import type { ExportFormState } from './use-export-form.ts'
import { useScopes } from './use-scopes.ts'

/** Whose photos. With nothing but "all approved" there is no question, only the answer. */
export function ScopeChoice({ subject, state }: { subject: ExportSubject; state: ExportFormState }) {
  const t = useTranslations('exports.dialog.scope')
  const format = useFormatter()
  const { form, values } = state
  const { scopes, earlier } = useScopes(subject, values)
  const { scope: chosen } = values
  const since = earlier.find(({ id }) => chosen.kind === 'since' && id === chosen.export_id) ?? earlier[0]

  const [only] = scopes
  if (only && scopes.length === 1)
    return (
      <div className="grid gap-1">
        <p className="font-medium text-sm">{t('legend')}</p>
        <p>
          {[t(only.scope.kind), only.count !== null && t('photos', { count: only.count })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    )
  return (
    <div className="grid gap-2">
      <RadioCards
        legend={t('legend')}
        value={chosen.kind}
        onChange={kind => {
          const option = scopes.find(({ scope }) => scope.kind === kind)
          if (option) form.setValue('scope', option.scope)
        }}
        cards={scopes.map(({ scope: { kind }, count }) => ({
          value: kind,
          label: t(kind),
          hint: count === null ? <Skeleton className="my-1 h-3 w-20" /> : t('photos', { count }),
        }))}
      />
      {chosen.kind === 'since' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <label htmlFor="export-since" className="text-muted">
            {t('sinceWhen')}
          </label>
          <div className="w-72 max-w-full">
            <Select
              id="export-since"
              value={since?.id}
              onChange={event => form.setValue('scope', { kind: 'since', export_id: event.target.value })}
            >
              {earlier.map(({ id, created_at, done }) => (
                <option key={id} value={id}>
                  {`${format.dateTime(new Date(created_at), 'moment')} · ${t('photos', { count: done })}`}
                </option>
              ))}
            </Select>
          </div>
        </div>
      )}
    </div>
  )
}
