'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { CopyIcon, MoreIcon, TableIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import { useCopyEmails } from './use-copy-emails.ts'
import { useListDownload } from './use-list-download.ts'

type SelectionMenuProps = {
  projectId: number
  people: readonly number[]
  busy: boolean
  /** What has no room in the bar, above and below what always stands here. */
  before: readonly MenuEntry[]
  after: readonly MenuEntry[]
}

/** What takes the people's data away as text: their addresses, or the list. On a phone also what the bar has no room for. */
export function SelectionMenu({ projectId, people, busy, before, after }: SelectionMenuProps) {
  const t = useTranslations('selection')
  const emails = useCopyEmails(projectId)
  const list = useListDownload(projectId)
  const count = people.length
  return (
    <Menu
      label={t('more')}
      align="end"
      entries={[
        ...before,
        {
          label: t('copyEmails', { count }),
          icon: <CopyIcon />,
          onSelect: () => emails.mutate(people),
        },
        {
          label: t('listXlsx', { count }),
          icon: <TableIcon />,
          onSelect: () => list.mutate({ format: 'xlsx', people }),
        },
        {
          label: t('listCsv', { count }),
          icon: <TableIcon />,
          onSelect: () => list.mutate({ format: 'csv', people }),
        },
        ...after,
      ]}
      button={props => (
        <Button size="small" busy={busy || emails.isPending || list.isPending} {...props}>
          <MoreIcon />
          {t('more')}
        </Button>
      )}
    />
  )
}
