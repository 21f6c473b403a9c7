'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { copyHidden } from '#components/ui/browser/copy-text.ts'
import { Icon } from '#components/ui/icon.ts'
import { CopyIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

const loadResponse = async () => (await import('#lib/employees/people-contract.ts')).peopleIdsResponse

type CopyAddressesProps = {
  projectId: number
  /** Whose, as the table would show them. */
  search: string
  /** The same in words. */
  of: string
}

/** Their e-mail addresses, as a mail program takes them: one after another, with a semicolon for Outlook. */
export function CopyAddresses({ projectId, search, of }: CopyAddressesProps) {
  const t = useTranslations('projects.tasks')
  const said = useTranslations('selection')
  const sentence = useTranslations('errors')
  const copy = useMutation({
    mutationFn: async () => {
      const { data } = await deskRequest(paths.api.projectPeopleIds(projectId, search), loadResponse)
      return { count: data.length, copied: await copyHidden(data.map(({ email }) => email).join('; ')) }
    },
    onSuccess: ({ count, copied }) =>
      copied
        ? toast({ tone: 'positive', title: said('emailsCopied', { count }) })
        : toast({ tone: 'danger', title: said('emailsNotCopied') }),
    onError: error =>
      toast({ tone: 'danger', title: said('emailsNotCopied'), text: sentence(toDeskError(error).code) }),
  })
  return (
    <IconButton label={t('copy', { of })} busy={copy.isPending} onClick={() => copy.mutate()}>
      <Icon of={CopyIcon} />
    </IconButton>
  )
}
