'use client'

import { useTranslations } from 'use-intl/react'
import { useCopyEmails } from '#components/employee-data/use-copy-emails.ts'
import { Icon } from '#components/ui/icon.ts'
import { CopyIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { peopleIdsResponse } from '#lib/employees/people-contract.ts'
import { type Tile, toPeopleSearch } from '#lib/employees/people-filters.ts'

type CopyAddressesProps = {
  projectId: number
  /** Tile of the employees, as in the table. */
  tile: Tile
  /** Description of these employees. */
  of: string
}

/**
 * Copies the e-mail addresses of these employees. A mail about a missing photo goes only to invited employees, so the
 * others are left out, unless the tile is about them.
 */
export function CopyAddresses({ projectId, tile, of }: CopyAddressesProps) {
  const t = useTranslations('projects.tasks')
  const { busy, start } = useCopyEmails()

  async function read() {
    const path = paths.api.projectPeopleIds(projectId, toPeopleSearch({ tile }))
    const { data } = await deskRequest(path, peopleIdsResponse)
    const people = tile === 'uninvited' ? data : data.filter(({ uninvited }) => !uninvited)
    const leftOut = data.length - people.length
    return {
      emails: people.map(({ email }) => email),
      besides: leftOut > 0 ? t('copyLeftOut', { count: leftOut }) : undefined,
    }
  }

  return (
    <IconButton label={t('copy', { of })} busy={busy} onClick={() => start(read)}>
      <Icon of={CopyIcon} />
    </IconButton>
  )
}
