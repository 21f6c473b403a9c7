'use client'

import { useQueries } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl/react'
import { RadioCards } from '#components/ui/field/radio-cards.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Export, ExportFilters, Scope } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { ExportFormValues, ExportSubject } from './export-request.ts'
import { useEarlierExports } from './use-earlier-exports.ts'
import { type ExportFormState, exportPlanQuery } from './use-export-form.ts'

/** Choice of the photos to export. If only "all approved" is possible, it is shown as a statement. */
export function ScopeChoice({ subject, state }: { subject: ExportSubject; state: ExportFormState }) {
  const t = useTranslations('exports.dialog.scope')
  const format = useFormatter()
  const locale = useLocale()
  const { form, values, target } = state
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
          hint:
            count === null ? (
              <Skeleton className="my-1 h-3 w-20" />
            ) : count === 0 && kind === 'since' ? (
              t('nothingNew')
            ) : (
              t('photos', { count })
            ),
        }))}
      />
      {chosen.kind === 'since' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
          <label htmlFor="export-since" className="text-muted">
            {t('sinceWhen', { system: target.name[locale] })}
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

/** A scope with its number of photos; null until known. */
type CountedScope = { scope: Scope; count: number | null }

/** Returns the scopes that can be chosen here, each with its number of photos in the chosen variant. */
function useScopes(
  { project, filters = {}, people = [] }: ExportSubject,
  { scope: chosen, variant, target }: ExportFormValues,
): { scopes: CountedScope[]; earlier: Export[] } {
  const { data = [] } = useEarlierExports(project.id)
  const earlier = data.filter(({ request }) => request.target === target)
  const offered = listScopes({ filters, people, chosen, latest: earlier[0] })
  const counts = useQueries({
    queries: offered.map(scope => exportPlanQuery({ project_id: project.id, scope, variant })),
  })
  const scopes = offered.map((scope, index) => ({ scope, count: counts[index]?.data?.people ?? null }))
  return { scopes, earlier }
}

type Offer = {
  filters: ExportFilters
  people: readonly number[]
  chosen: Scope
  latest: Export | undefined
}

function listScopes({ filters, people, chosen, latest }: Offer): Scope[] {
  const scopes: Scope[] = [{ kind: 'approved' }]
  if (Object.values(filters).some(Boolean)) scopes.push({ kind: 'filter', filters })
  if (people.length > 0) scopes.push({ kind: 'people', employee_ids: [...people] })
  if (chosen.kind === 'since') scopes.push(chosen)
  else if (latest) scopes.push({ kind: 'since', export_id: latest.id })
  return scopes
}
