'use client'

import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { useTypedSearch } from '#components/ui/field/use-typed-search.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon } from '#components/ui/icons.ts'
import { isActivityFiltered } from '#lib/activity/filters.ts'
import { OPERATOR } from '#lib/contracts/activity.ts'
import { ACTIVITY_ACTIONS } from '#lib/store/enums.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { DayFilter } from './day-filter.tsx'
import type { FilteredPeople, ProjectName } from './load-activity-page.ts'
import { ACTOR_FILTER_ID, type ActivityFiltersState, NO_ACTIVITY_FILTERS } from './use-activity-filters.ts'

/** Number of employees found by a search who are named. */
const NAMES_MAX = 5
/** All filters on one line if they fit, the widest first; they become narrower before one of them wraps. */
const widthClass = 'sm:max-w-52 sm:grow sm:basis-36'
/** A chip with a name; on a phone as wide as the name. */
const CHIP = 'max-sm:col-span-2 max-sm:justify-self-start'
/** Pause in typing before a search: each one reads through the log on the server. */
const QUIET_MS = 350

type ActivityFilterBarProps = ActivityFiltersState & {
  actors: string[]
  projects: ProjectName[]
  people: FilteredPeople
}

export function ActivityFilterBar({
  filters,
  changing,
  change,
  actors,
  projects,
  people,
}: ActivityFilterBarProps) {
  const t = useTranslations('activity')
  const knowsProject = projects.some(({ id }) => id === filters.project)

  function clear() {
    moveFocus(`#${ACTOR_FILTER_ID}`)
    change(NO_ACTIVITY_FILTERS)
  }

  return (
    <search
      aria-label={t('filters.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2"
    >
      <PersonFilter
        value={filters.q}
        busy={changing}
        onSearch={q => change({ q }, { replace: filters.q !== undefined && q !== undefined })}
      />
      <div className={widthClass}>
        <Select
          id={ACTOR_FILTER_ID}
          aria-label={t('filters.actor')}
          value={filters.actor ?? ''}
          onChange={event => change({ actor: event.target.value || undefined })}
        >
          <option value="">{t('filters.anyActor')}</option>
          {withChosen(actors, filters.actor).map(actor => (
            <option key={actor} value={actor}>
              {actor === OPERATOR ? t('operator') : toVisible(actor)}
            </option>
          ))}
        </Select>
      </div>
      <div className={widthClass}>
        <Select
          aria-label={t('filters.action')}
          value={filters.action ?? ''}
          onChange={event => change({ action: ACTIVITY_ACTIONS.find(name => name === event.target.value) })}
        >
          <option value="">{t('filters.anyAction')}</option>
          {ACTIVITY_ACTIONS.map(action => (
            <option key={action} value={action}>
              {t(`actions.${action}`)}
            </option>
          ))}
        </Select>
      </div>
      {(projects.length > 0 || filters.project !== undefined) && (
        <div className={widthClass}>
          <Select
            aria-label={t('filters.project')}
            value={filters.project ?? ''}
            onChange={event => change({ project: Number(event.target.value) || undefined })}
          >
            <option value="">{t('filters.anyProject')}</option>
            {filters.project !== undefined && !knowsProject && (
              <option value={filters.project}>{t('projectNumber', { id: String(filters.project) })}</option>
            )}
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {toVisible(name)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-[repeat(2,minmax(0,1fr))]">
        <DayFilter label={t('filters.from')} value={filters.from} onApply={from => change({ from })} />
        <DayFilter label={t('filters.to')} value={filters.to} onApply={to => change({ to })} />
      </div>
      {isActivityFiltered(filters) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:contents">
          {filters.employee !== undefined && (
            <Button className={CHIP} onClick={() => change({ employee: undefined })}>
              {people.name === null
                ? t('filters.onePersonUnnamed', { id: String(filters.employee) })
                : t('filters.onePerson', { person: toVisible(people.name) })}
              <Icon of={CloseIcon} className="size-4" />
            </Button>
          )}
          {filters.bulk !== undefined && (
            <Button className={CHIP} onClick={() => change({ bulk: undefined })}>
              {t('filters.oneBulk')}
              <Icon of={CloseIcon} className="size-4" />
            </Button>
          )}
          <Button variant="quiet" onClick={clear} className="max-sm:col-start-2 max-sm:justify-self-end">
            {t('filters.clear')}
          </Button>
        </div>
      )}
      {people.found.length > 0 && (
        <p className="w-full text-muted text-sm max-sm:col-span-2">
          {t('filters.found', {
            names: people.found.slice(0, NAMES_MAX).map(toVisible).join(', '),
            more: Math.max(0, people.found.length - NAMES_MAX),
          })}
        </p>
      )}
    </search>
  )
}

type PersonFilterProps = {
  value: string | undefined
  busy: boolean
  onSearch: (q: string | undefined) => void
}

function PersonFilter({ value = '', busy, onSearch }: PersonFilterProps) {
  const t = useTranslations('activity.filters')
  const field = useTypedSearch({ value, quietMs: QUIET_MS, onSearch: q => onSearch(q || undefined) })
  return (
    <SearchField
      label={t('person')}
      placeholder={t('person')}
      maxLength={100}
      {...field}
      busy={busy}
      className="max-sm:col-span-2 sm:max-w-64 sm:grow sm:basis-52"
    />
  )
}

/** Adds the user of a link to the choices, who may no longer have an entry. */
function withChosen(actors: string[], chosen: string | undefined): string[] {
  const known = actors.some(actor => actor.toLowerCase() === chosen?.toLowerCase())
  return chosen === undefined || known ? actors : [chosen, ...actors]
}
