'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/popup/dialog.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'

/**
 * Lists employees of the project who are missing from the list. The import does not change them; the user may want to
 * know.
 */
export function Leavers({ people }: { people: readonly ImportPerson[] }) {
  const t = useTranslations('imports.leavers')
  const [open, setOpen] = useState(false)
  if (people.length === 0) return null
  return (
    <>
      <Alert
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            {t('show')}
          </Button>
        }
      >
        {t('count', { count: people.length })}
      </Alert>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="large"
        title={t('title')}
        description={t('count', { count: people.length })}
      >
        <ul className="divide-y divide-line px-5 pb-4">
          {people.map(({ id, first_name, last_name, email, mitarbeiternummer }) => (
            <li key={id} className="flex flex-wrap gap-x-4 py-1.5 [content-visibility:auto]">
              <span className="min-w-48 font-medium">{t('name', { first_name, last_name })}</span>
              <span className="min-w-0 grow break-words text-muted">
                <UserText>{email}</UserText>
              </span>
              <span className="text-muted tabular-nums">
                <UserText>{mitarbeiternummer}</UserText>
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
