'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { CopyIcon, MoreIcon, TableIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/menu.tsx'
import { useCopyEmails } from './use-copy-emails.ts'
import { useListDownload } from './use-list-download.ts'

/** What takes the people's data away as text: their addresses, or the list. */
export function SelectionMenu({ projectId, people }: { projectId: number; people: readonly number[] }) {
  const t = useTranslations('selection')
  const emails = useCopyEmails(projectId)
  const list = useListDownload(projectId)
  const count = people.length
  return (
    <Menu
      label={t('more')}
      align="end"
      entries={[
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
      ]}
      button={props => (
        <Button size="small" busy={emails.isPending || list.isPending} {...props}>
          <MoreIcon />
          {t('more')}
        </Button>
      )}
    />
  )
}
