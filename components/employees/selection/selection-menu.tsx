'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { peopleIdsQuery } from '#components/employee-data/people-cache.ts'
import { type EmailsToCopy, useCopyEmails } from '#components/employee-data/use-copy-emails.ts'
import { useListEntries } from '#components/employee-data/use-list-entries.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CopyIcon, MoreIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'

type SelectionMenuProps = {
  projectId: number
  people: readonly number[]
  /** Filters of the table; the list keeps their order. */
  filters: PeopleFilters
  busy: boolean
  /** Entries that do not fit into the bar, above and below the permanent entries. */
  before: readonly MenuEntry[]
  after: readonly MenuEntry[]
}

/**
 * Exports the employees' data as text: their addresses, or the list. On a phone it also holds the actions that do not
 * fit into the bar.
 */
export function SelectionMenu({ projectId, people, filters, busy, before, after }: SelectionMenuProps) {
  const t = useTranslations('selection')
  const readEmails = useReadEmails(projectId, people)
  const emails = useCopyEmails()
  const count = people.length
  const list = useListEntries({ projectId, filters }, { count, people })
  return (
    <Menu
      label={t('more')}
      align="end"
      entries={[
        ...before,
        {
          label: t('copyEmails', { count }),
          icon: <Icon of={CopyIcon} />,
          onSelect: () => emails.start(readEmails),
        },
        ...list.entries,
        ...after,
      ]}
      button={props => (
        <Button size="small" busy={busy || emails.busy || list.busy} {...props}>
          <Icon of={MoreIcon} />
          {t('more')}
        </Button>
      )}
    />
  )
}

/**
 * Reads the addresses of all selected employees from the desk, also of employees who are not invited yet; a note says
 * so.
 */
function useReadEmails(projectId: number, people: readonly number[]): () => Promise<EmailsToCopy> {
  const t = useTranslations('selection')
  const queries = useQueryClient()
  return async () => {
    const chosen = new Set(people)
    const everybody = await queries.fetchQuery({ ...peopleIdsQuery(projectId), staleTime: 0 })
    const found = everybody.filter(({ id }) => chosen.has(id))
    const uninvited = found.filter(({ uninvited }) => uninvited).length
    return {
      emails: found.map(({ email }) => email),
      besides: uninvited > 0 ? t('emailsUninvited', { count: uninvited }) : undefined,
    }
  }
}
