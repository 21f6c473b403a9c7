'use client'

import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { CloseIcon } from '#components/ui/icons.ts'
import { isActivityFiltered } from '#lib/activity/filters.ts'
import { ACTIVITY_ACTIONS } from '#lib/contracts/activity.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { DayFilter } from './day-filter.tsx'
import type { ProjectName } from './load-activity-page.ts'
import { ACTOR_FILTER_ID, type ActivityFiltersState, NO_ACTIVITY_FILTERS } from './use-activity-filters.ts'

type ActivityFilterBarProps = ActivityFiltersState & { actors: string[]; projects: ProjectName[] }

export function ActivityFilterBar({ filters, change, actors, projects }: ActivityFilterBarProps) {
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
      <div className="sm:w-52">
        <Select
          id={ACTOR_FILTER_ID}
          aria-label={t('filters.actor')}
          value={filters.actor ?? ''}
          onChange={event => change({ actor: event.target.value || undefined })}
        >
          <option value="">{t('filters.anyActor')}</option>
          {withChosen(actors, filters.actor).map(actor => (
            <option key={actor} value={actor}>
              {toVisible(actor)}
            </option>
          ))}
        </Select>
      </div>
      <div className="sm:w-52">
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
        <div className="sm:w-52">
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
      {filters.employee !== undefined && (
        <Button onClick={() => change({ employee: undefined })}>
          {t('filters.onePerson')}
          <CloseIcon className="size-4" />
        </Button>
      )}
      {isActivityFiltered(filters) && (
        <Button variant="quiet" onClick={clear} className="max-sm:col-start-2 max-sm:justify-self-end">
          {t('filters.clear')}
        </Button>
      )}
    </search>
  )
}

/** Somebody who is asked for by a link may have no entry any more. */
function withChosen(actors: string[], chosen: string | undefined): string[] {
  const known = actors.some(actor => actor.toLowerCase() === chosen?.toLowerCase())
  return chosen === undefined || known ? actors : [chosen, ...actors]
}
