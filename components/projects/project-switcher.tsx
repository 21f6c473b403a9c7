'use client'

import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useGoTo } from '#components/page/use-go-to.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { UpDownIcon } from '#components/ui/icons.ts'
import { Combobox } from '#components/ui/popup/combobox.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import { projectStatusLabel } from '#lib/i18n/service-words.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { sortProjects } from '#lib/projects/sort-projects.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { useProjects } from './use-projects.ts'

/** The current project, and a list of all others, searchable by name, number or status. */
export function ProjectSwitcher({ projects: initial }: { projects: Project[] }) {
  const t = useTranslations('shell.switcher')
  const statuses = useTranslations('projects.statuses')
  const goTo = useGoTo()
  const [wanted, setWanted] = useState(false)
  const { data: projects = initial } = useProjects({ initial, enabled: wanted })
  const present = /^\/projects\/(\d+)/.exec(usePathname())?.[1] ?? null
  return (
    <Combobox
      label={t('label')}
      searchLabel={t('search')}
      emptyText={t('nothing')}
      options={sortProjects(projects).map(({ id, name, projektnummer, status }) => ({
        value: String(id),
        label: name,
        hint: `${projektnummer} · ${projectStatusLabel(status, statuses)}`,
      }))}
      value={present}
      onChange={id => goTo(paths.project(Number(id)))}
      button={(button, chosen) => (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${t('label')}: ${toVisible(chosen?.label ?? t('choose'))}`}
          className="h-8 min-w-0 max-w-64 shrink! justify-start"
          {...button}
          onFocus={() => {
            setWanted(true)
            button.onFocus()
          }}
        >
          <span className={chosen ? 'truncate text-text' : 'truncate'}>
            <UserText>{chosen?.label ?? t('choose')}</UserText>
          </span>
          <Icon of={UpDownIcon} className="size-3.5" />
        </Button>
      )}
    />
  )
}
