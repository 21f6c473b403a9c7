'use client'

import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { UserPlusIcon } from '#components/ui/icons.ts'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import type { Project } from '#lib/portrait-api/contract.ts'

const AddPersonDialog = lazy(loadWithRetry(() => import('./add-person-dialog.tsx')))

export function AddPersonButton({ project }: { project: Project }) {
  const t = useTranslations('person.add')
  const [open, setOpen] = useState(false)
  const used = useOnceOpen(open)
  usePageCommand('addPerson', () => setOpen(true))
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={UserPlusIcon} />
        {t('open')}
      </Button>
      {used && (
        <Suspense>
          <AddPersonDialog project={project} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
