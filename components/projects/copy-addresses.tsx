'use client'

import { useTranslations } from 'use-intl/react'
import { copyHidden } from '#components/ui/browser/copy-text.ts'
import { useBusy } from '#components/ui/browser/use-busy.ts'
import { Icon } from '#components/ui/icon.ts'
import { CopyIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { type Tile, toPeopleSearch } from '#lib/employees/people-filters.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

const loadResponse = async () => (await import('#lib/employees/people-contract.ts')).peopleIdsResponse

type CopyAddressesProps = {
  projectId: number
  /** Whose, as the table would show them. */
  tile: Tile
  /** The same in words. */
  of: string
}

/**
 * Their e-mail addresses, as a mail program takes them: one after another, with a semicolon for Outlook. Whoever is written to
 * because their photo is missing has been invited: the others are left out, unless it is them who are asked for.
 */
export function CopyAddresses({ projectId, tile, of }: CopyAddressesProps) {
  const t = useTranslations('projects.tasks')
  const said = useTranslations('selection')
  const sentence = useTranslations('errors')
  const { busy, start } = useBusy(async () => {
    try {
      const path = paths.api.projectPeopleIds(projectId, toPeopleSearch({ tile }))
      const { data } = await deskRequest(path, loadResponse)
      const people = tile === 'uninvited' ? data : data.filter(({ uninvited }) => !uninvited)
      const emails = people.map(({ email }) => email)
      if (emails.length > 0 && !(await copyHidden(emails.join('; '))))
        return toast({ tone: 'danger', title: said('emailsNotCopied') })
      const leftOut = data.length - emails.length
      toast({
        tone: 'positive',
        title: said('emailsCopied', { count: emails.length }),
        ...(leftOut > 0 && { text: t('copyLeftOut', { count: leftOut }) }),
      })
    } catch (error) {
      toast({ tone: 'danger', title: said('emailsNotCopied'), text: sentence(toDeskError(error).code) })
    }
  })
  return (
    <IconButton label={t('copy', { of })} busy={busy} onClick={start}>
      <Icon of={CopyIcon} />
    </IconButton>
  )
}
