'use client'

import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { isHistoryFiltered, NO_HISTORY_FILTERS } from '#lib/exports/history/history-filters.ts'
import { EXPORT_STATES } from '#lib/exports/states.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { ExportsPageData } from './load-exports-page.ts'
import { HISTORY_FILTER_ID, type HistoryFiltersState } from './use-history-filters.ts'

type HistoryFilterBarProps = HistoryFiltersState & Pick<ExportsPageData, 'choices' | 'targets'>

/**
 * Filters for project, user, receiving system and state. Users who see only their own downloads get no user filter.
 */
export function HistoryFilterBar({ filters, change, choices, targets }: HistoryFilterBarProps) {
  const t = useTranslations('exports.history')
  const locale = useLocale()
  const targetName = (id: string) => targets.find(target => target.id === id)?.name[locale] ?? id

  function clear() {
    moveFocus(`#${HISTORY_FILTER_ID}`)
    change(NO_HISTORY_FILTERS)
  }

  return (
    <search
      aria-label={t('filters.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2"
    >
      <ChoiceFilter
        id={HISTORY_FILTER_ID}
        label={t('filters.project')}
        any={t('filters.anyProject')}
        value={filters.project === undefined ? undefined : String(filters.project)}
        choices={choices.projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChoose={project => change({ project: Number(project) || undefined })}
      />
      {(choices.people.length > 1 || filters.person !== undefined) && (
        <ChoiceFilter
          label={t('filters.person')}
          any={t('filters.anyPerson')}
          value={filters.person}
          choices={choices.people.map(email => ({ value: email, label: email }))}
          onChoose={person => change({ person })}
        />
      )}
      <ChoiceFilter
        label={t('filters.target')}
        any={t('filters.anyTarget')}
        value={filters.target}
        choices={choices.targets.map(id => ({ value: id, label: targetName(id) }))}
        nameOf={targetName}
        onChoose={target => change({ target })}
      />
      <ChoiceFilter
        label={t('filters.state')}
        any={t('filters.anyState')}
        value={filters.state}
        choices={EXPORT_STATES.map(state => ({ value: state, label: t(`states.${state}`) }))}
        onChoose={chosen => change({ state: EXPORT_STATES.find(state => state === chosen) })}
      />
      {isHistoryFiltered(filters) && (
        <Button variant="quiet" onClick={clear} className="max-sm:col-start-2 max-sm:justify-self-end">
          {t('filters.clear')}
        </Button>
      )}
    </search>
  )
}

type ChoiceFilterProps = {
  id?: string
  label: string
  /** Shown while nothing is chosen. */
  any: string
  value: string | undefined
  choices: { value: string; label: string }[]
  /** Returns the name of a value that is no longer among the choices. */
  nameOf?: (value: string) => string
  onChoose: (value: string | undefined) => void
}

/** One choice or none. The value of an old link is listed as well, even if no export has it any more. */
function ChoiceFilter({ id, label, any, value, choices, nameOf, onChoose }: ChoiceFilterProps) {
  const known = value === undefined || choices.some(choice => choice.value === value)
  const offered = known ? choices : [{ value, label: nameOf?.(value) ?? value }, ...choices]
  return (
    <div className="sm:w-48">
      <Select
        id={id}
        aria-label={label}
        value={value ?? ''}
        onChange={event => onChoose(event.target.value || undefined)}
      >
        <option value="">{any}</option>
        {offered.map(choice => (
          <option key={choice.value} value={choice.value}>
            {toVisible(choice.label)}
          </option>
        ))}
      </Select>
    </div>
  )
}
